import TestSupport

#if canImport(Glibc)
import Glibc
#endif

/// Connections that send nothing, each from an address of its own.
final class IdleConnections {
    private let port: UInt16
    private var descriptors: [Int32?]

    init(_ count: Int, _ port: UInt16) {
        self.port = port
        descriptors = Array(repeating: nil, count: count)
    }

    /// Makes each connection, and makes those again that were ended.
    func reopen() {
        for (index, descriptor) in descriptors.enumerated() {
            if let descriptor {
                guard PlainSocket.isEnded(descriptor) else { continue }
                Glibc.close(descriptor)
            }
            descriptors[index] = try? PlainSocket.beginConnect(port, from: "127.0.1.\(index + 1)")
        }
    }

    func close() {
        for case let descriptor? in descriptors { Glibc.close(descriptor) }
        descriptors = []
    }
}
