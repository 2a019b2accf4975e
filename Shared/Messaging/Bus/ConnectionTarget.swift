import Synchronization

/// Where a connection goes to: a path of this host, or a port of any.
final class ConnectionTarget {
    private enum Place {
        case path(String)
        case port(TCPAddress, AddressBook)
    }

    private let place: Place

    /// - Parameters:
    ///   - endpoint: `ipc://` and a path, or `tcp://`, a host and a port.
    ///   - wake: Called from any thread when an address has been found out.
    /// - Throws: `SocketError` if this is no endpoint.
    init(_ endpoint: String, wake: @escaping @Sendable () -> Void) throws(SocketError) {
        if let address = TCPAddress(endpoint: endpoint) {
            place = .port(address, AddressBook(wake))
        } else {
            place = .path(try UnixSocket.path(ofEndpoint: endpoint))
        }
    }

    /// Connects, or begins to; nil if nobody listens there, nobody has time now, or the address is not known yet.
    func connect() throws(SocketError) -> Int32? {
        switch place {
        case .path(let path): return try UnixSocket.connect(path)
        case .port(let address, let book):
            guard let resolved = book.find(address) else { return nil }
            return try TCPSocket.connect(resolved)
        }
    }

    /// The connection did not come about: a host may have another address by now.
    func forget() {
        if case .port(_, let book) = place { book.forget() }
    }
}

/// Finds out addresses of hosts on threads of their own, because a name server may take its time.
private final class AddressBook: Sendable {
    private enum State {
        case unknown
        case searching
        /// The addresses that are left to try, the next one first.
        case known([SocketAddress])
    }

    private let state = Mutex(State.unknown)
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// The address if it is known; else it is looked for.
    func find(_ address: TCPAddress) -> SocketAddress? {
        let (known, mustSearch): (SocketAddress?, Bool) = state.withLock { state in
            switch state {
            case .known(let addresses): return (addresses.first, false)
            case .searching: return (nil, false)
            case .unknown:
                state = .searching
                return (nil, true)
            }
        }
        if mustSearch {
            let numeric = SocketAddress.resolve(address, isNumeric: true)
            if !numeric.isEmpty {
                state.withLock { $0 = .known(numeric) }
                return numeric.first
            }
            OwnThread.start { [self] in
                let found = SocketAddress.resolve(address, isNumeric: false)
                state.withLock { $0 = found.isEmpty ? .unknown : .known(found) }
                wake()
            }
        }
        return known
    }

    /// The address does not lead there: the next one is tried, and when none is left they are looked for again.
    func forget() {
        state.withLock { state in
            guard case .known(let addresses) = state else { return }
            state = addresses.count > 1 ? .known(Array(addresses.dropFirst())) : .unknown
        }
    }
}
