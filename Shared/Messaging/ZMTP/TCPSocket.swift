#if canImport(Glibc)
import Glibc
#endif

/// TCP sockets on this host's loopback address that never block.
enum TCPSocket {
    /// The port in an endpoint such as `tcp://127.0.0.1:5555`; nil if it is none of this host's loopback.
    static func loopbackPort(ofEndpoint endpoint: String) -> UInt16? {
        for prefix in ["tcp://127.0.0.1:", "tcp://localhost:"] where endpoint.hasPrefix(prefix) {
            return UInt16(endpoint.dropFirst(prefix.count))
        }
        return nil
    }

    /// A socket at a port, which is not listening yet.
    static func bind(port: UInt16) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw .last("socket") }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let error = SocketError.last("bind tcp://127.0.0.1:\(port)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Lets small messages go out without waiting for others.
    static func sendAtOnce(_ descriptor: Int32) { set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY) }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var one: Int32 = 1
        _ = unsafe setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }
}
