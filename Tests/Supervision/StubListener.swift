import Foundation
import TestSupport
import Testing

/// A listening socket; the kernel accepts connections into its backlog.
final class StubListener {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0 && listen(descriptor, 64) == 0, "Cannot listen: \(errno)")
    }

    init(port: Int) throws { descriptor = try PlainSocket.listen(on: UInt16(port)).descriptor }

    deinit { close(descriptor) }
}
