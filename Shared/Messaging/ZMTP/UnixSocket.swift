#if canImport(Glibc)
import Glibc
#endif

/// Who is behind a Unix socket; the kernel vouches for it (`SO_PEERCRED`).
package struct PeerCredentials: Sendable, Equatable {
    package let process: Int32
    package let user: UInt32
    package let group: UInt32
}

/// Why a socket cannot be had.
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
    /// - Returns: The stream; nil if no process listens there, or it has no room now.
    /// - Throws: `SocketError` if the endpoint is none, or this process may not connect there.
    package static func connected(to endpoint: String) throws(SocketError) -> SocketStream? {
        try UnixSocket.connect(try UnixSocket.path(ofEndpoint: endpoint)).map(SocketStream.init)
    }
}

/// Unix stream sockets that never block.
enum UnixSocket {
    /// What Linux has room for in `sun_path`, without the final zero.
    static let pathLengthMax = 107

    /// The path in an endpoint such as `ipc:///run/mealwire/requests.sock`.
    static func path(ofEndpoint endpoint: String) throws(SocketError) -> String {
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

    /// Connects at once; nil if nobody listens there, or nobody has time now.
    static func connect(_ path: String) throws(SocketError) -> Int32? {
        let descriptor = try make()
        let status = unsafe try withAddress(path) { unsafe Glibc.connect(descriptor, $0, $1) }
        if status == 0 { return descriptor }
        let code = errno
        close(descriptor)
        if [ENOENT, ECONNREFUSED, EAGAIN, EINTR].contains(code) { return nil }
        throw SocketError(operation: "connect \(path)", code: code)
    }

    /// A socket at a path, which is not listening yet; what lies there is removed.
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
        // `struct ucred`, which Swift does not see: process, user, group.
        var words: (UInt32, UInt32, UInt32) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: words))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &words, &size) == 0 else { return nil }
        return PeerCredentials(process: Int32(bitPattern: words.0), user: words.1, group: words.2)
    }
}
