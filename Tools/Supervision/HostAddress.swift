import CommandSupport
import Glibc

/// The socket address of a host and port.
package struct HostAddress: Sendable {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    /// Resolves a host.
    ///
    /// - Throws: `CommandFailure` if the host does not resolve.
    init(host: String, port: Int) throws(CommandFailure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, "\(port)", &hints, &found)
        guard code == 0, let first = found, let address = first.pointee.ai_addr else {
            throw CommandFailure("--host is \(host), which names no address: \(String(cString: gai_strerror(code))).")
        }
        length = first.pointee.ai_addrlen
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(first.pointee.ai_addrlen)))
        }
        freeaddrinfo(found)
    }

    /// Returns a non-blocking stream socket of the address's family.
    func makeSocket() -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return socket(Int32(storage.ss_family), type, 0)
    }

    /// Passes the address to `bind` or `connect`.
    func apply(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, to socket: Int32) -> Int32 {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(socket, $0, length) }
        }
    }

    /// The number of connections that may wait in the kernel for a gateway.
    private static let backlog: Int32 = 4_096

    /// Listens on the address.
    ///
    /// - Throws: `ListenFailure` if that is not possible now.
    func listen() throws(ListenFailure) -> Int32 {
        let descriptor = makeSocket()
        guard descriptor >= 0 else { throw ListenFailure(code: errno) }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // As usual for servers: lingering connections of an earlier stack must not block the port.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        // Accepted connections inherit the option. Responses are written in one piece.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
        guard apply(bind, to: descriptor) == 0, Glibc.listen(descriptor, Self.backlog) == 0 else {
            let code = errno
            close(descriptor)
            throw ListenFailure(code: code)
        }
        return descriptor
    }

    /// The `errno` of a failed attempt to listen.
    struct ListenFailure: Error {
        let code: Int32
    }
}
