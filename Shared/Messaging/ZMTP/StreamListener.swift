#if canImport(Glibc)
import Glibc
#endif

/// A listening Unix socket.
package final class StreamListener {
    /// The most connections that may wait to be accepted.
    private static let backlog: Int32 = 1_024

    package let descriptor: Int32
    /// The socket's path, which is removed in the end.
    private let path: String
    /// A spare descriptor for when the process has no more: a waiting connection is then accepted and closed, instead
    /// of being reported again and again.
    private var spare: Int32

    /// Listens at an endpoint: `ipc://` and a path.
    ///
    /// A file at the path is removed as the socket of a process that has ended; the caller's lock guarantees that.
    ///
    /// - Throws: `SocketError` if the endpoint is invalid or in use.
    package init(_ endpoint: String) throws(SocketError) {
        path = try UnixSocket.path(ofEndpoint: endpoint)
        descriptor = try UnixSocket.bind(path)
        spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard listen(descriptor, Self.backlog) == 0 else { throw .last("listen \(endpoint)") }
    }

    deinit {
        unsafe unlink(path)
        close(descriptor)
        if spare >= 0 { close(spare) }
    }

    /// Lets all users of this host connect; the caller of `accept()` must check them.
    package func openToEveryUser() {
        _ = unsafe chmod(path, 0o666)
    }

    /// Accepts a waiting connection.
    ///
    /// - Returns: Its descriptor and credentials; nil if no connection waits.
    package func accept() -> (descriptor: Int32, credentials: PeerCredentials?)? {
        while true {
            let peer = Glibc.accept(descriptor, nil, nil)
            if peer >= 0 {
                if spare < 0 { spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
                _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
                return (peer, UnixSocket.credentials(of: peer))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                guard rejectConnection() else { return nil }
            default: return nil
            }
        }
    }

    /// Accepts and closes a connection when there is no descriptor left for it.
    private func rejectConnection() -> Bool {
        guard spare >= 0 else { return false }
        close(spare)
        let peer = Glibc.accept(descriptor, nil, nil)
        if peer >= 0 { close(peer) }
        spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        return peer >= 0
    }
}
