#if canImport(Glibc)
import Glibc
#endif

/// The credentials of a Unix socket's peer, which the kernel guarantees (`SO_PEERCRED`).
package struct PeerCredentials: Sendable, Equatable {
    package let process: Int32
    package let user: UInt32
    package let group: UInt32
}

/// An error of a socket operation.
package struct SocketError: Error, CustomStringConvertible, Equatable {
    package let operation: String
    package let code: Int32

    static func last(_ operation: String) -> SocketError {
        SocketError(operation: operation, code: errno)
    }

    package var description: String { "\(operation): \(unsafe String(cString: strerror(code)))" }
}

extension SocketStream {
    /// Connects to a socket of this host.
    ///
    /// - Parameter endpoint: `ipc://` and a path.
    /// - Returns: The stream; nil if no process listens there, or its backlog is full.
    /// - Throws: `SocketError` if the endpoint is invalid, or this process may not connect there.
    package static func connected(to endpoint: String) throws(SocketError) -> SocketStream? {
        try UnixSocket.connect(try UnixSocket.path(ofEndpoint: endpoint)).map(SocketStream.init)
    }
}

/// Non-blocking Unix stream sockets.
package enum UnixSocket {
    /// The longest path that fits Linux's `sun_path`, in bytes, without the final zero.
    static let pathLengthMax = 107

    /// Returns the path in an endpoint such as `ipc:///run/mealwire/requests.sock`.
    package static func path(ofEndpoint endpoint: String) throws(SocketError) -> String {
        let scheme = "ipc://"
        guard endpoint.hasPrefix(scheme) else { throw SocketError(operation: endpoint, code: EPROTONOSUPPORT) }
        let path = endpoint.dropFirst(scheme.count)
        guard path.utf8.count <= pathLengthMax else { throw SocketError(operation: endpoint, code: ENAMETOOLONG) }
        return String(path)
    }

    static func make() throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { throw .last("socket") }
        return descriptor
    }

    /// Connects without blocking; returns nil if no process listens there, or its backlog is full.
    package static func connect(_ path: String) throws(SocketError) -> Int32? {
        let descriptor = try make()
        let status = unsafe try withAddress(path) { unsafe Glibc.connect(descriptor, $0, $1) }
        if status == 0 { return descriptor }
        let code = errno
        close(descriptor)
        if [ENOENT, ECONNREFUSED, EAGAIN, EINTR].contains(code) { return nil }
        throw SocketError(operation: "connect \(path)", code: code)
    }

    /// Binds a new socket to a path and removes any file there; it is not listening yet.
    static func bind(_ path: String) throws(SocketError) -> Int32 {
        let descriptor = try make()
        unsafe unlink(path)
        let status = unsafe try withAddress(path) { unsafe Glibc.bind(descriptor, $0, $1) }
        guard status == 0 else {
            let error = SocketError.last("bind \(path)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func withAddress<Result>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) throws(SocketError) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= pathLengthMax else { throw SocketError(operation: path, code: ENAMETOOLONG) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    static func credentials(of descriptor: Int32) -> PeerCredentials? {
        // `struct ucred`, which Swift does not import: process, user, group.
        var words: (UInt32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: words))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &size) == 0 else { return nil }
        return PeerCredentials(process: Int32(bitPattern: words.0), user: words.1, group: words.2)
    }
}
