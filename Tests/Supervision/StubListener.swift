import Foundation
import Testing

/// A listening socket; the kernel accepts connections into its backlog.
final class StubListener {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        try listen(address)
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        try listen(address)
    }

    deinit { close(descriptor) }

    /// Ports below the ephemeral range, so that no other test's client can take one meanwhile.
    private static let testPorts = 15_000..<32_000

    /// Returns a port that is free at the moment.
    static func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: testPorts)
            if (try? StubListener(port: port)) != nil { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }

    private func listen<Address>(_ address: Address) throws {
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        try #require(code == 0 && Foundation.listen(descriptor, 64) == 0, "Cannot listen: \(errno)")
    }
}
