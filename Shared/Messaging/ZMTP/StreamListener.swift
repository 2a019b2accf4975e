#if canImport(Glibc)
import Glibc
#endif

/// Where peers are taken in: a path of this host.
package final class StreamListener {
    /// Connections that may wait to be taken in.
    private static let backlog: Int32 = 1_024

    package let descriptor: Int32
    /// The path to be removed in the end.
    private let path: String
    /// Kept open so that there is one to give back when the process has no more: a connection can then be taken in and
    /// closed, instead of being reported again and again.
    private var spare: Int32

    /// Listens at an endpoint: `ipc://` and a path.
    ///
    /// What lies at the path is taken for the socket of a process that has ended; the caller holds a lock which makes sure
    /// of that.
    ///
    /// - Throws: `SocketError` if the endpoint is none or taken.
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

    /// Lets other users connect than this process's own; whoever takes the peers in is to judge them.
    package func openToEveryUser() {
        _ = unsafe chmod(path, 0o666)
    }

    /// Takes in a peer who waits.
    ///
    /// - Returns: Its descriptor, and who it is; nil when nobody waits.
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
                guard turnAway() else { return nil }
            default: return nil
            }
        }
    }

    /// Takes a peer in and closes the connection, when there is no descriptor left for it.
    private func turnAway() -> Bool {
        guard spare >= 0 else { return false }
        close(spare)
        let peer = Glibc.accept(descriptor, nil, nil)
        if peer >= 0 { close(peer) }
        spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        return peer >= 0
    }
}
