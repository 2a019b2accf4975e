import Synchronization

/// Limits the open connections of each address.
package final class ConnectionLimiter: Sendable {
    /// Refused connections of one address that may stay open until the client has read the reason.
    ///
    /// Others are closed at once. Otherwise a client that opens thousands a second would hold a descriptor for each.
    package static let refusedMax = 16

    private struct Count {
        var open = 0
        var refused = 0
    }

    private let max: Int
    private let proxies: TrustedProxies
    private let exemptsLoopback: Bool
    private let counts = Mutex<[String: Count]>([:])

    /// Makes a limiter without connections.
    ///
    /// - Parameters:
    ///   - max: Connections of one address; 0 for no limit.
    ///   - proxies: The proxies in front; their connections are not counted.
    ///   - exemptsLoopback: True if connections from this host, such as load tests, are not counted either.
    package init(max: Int = 0, proxies: TrustedProxies = 0, exemptsLoopback: Bool = true) {
        (self.max, self.proxies, self.exemptsLoopback) = (max, proxies, exemptsLoopback)
    }

    /// Counts a connection; if the result is true, ``leave(_:)`` must follow.
    ///
    /// - Parameter peer: The peer's IP address; nil on a Unix socket.
    /// - Returns: True if the address is below its limit.
    package func admit(_ peer: String?) -> Bool {
        guard let client = counted(peer) else { return true }
        return take(\.open, of: client, max: max)
    }

    /// Removes a connection from the count.
    package func leave(_ peer: String?) { release(\.open, of: peer) }

    /// Counts a connection that ``admit(_:)`` has refused; if the result is true, ``leaveRefused(_:)`` must follow.
    ///
    /// - Parameter peer: The peer's IP address.
    /// - Returns: True if the connection may stay open until the client has read the reason.
    package func admitRefused(_ peer: String?) -> Bool {
        guard let client = counted(peer) else { return true }
        return take(\.refused, of: client, max: Self.refusedMax)
    }

    /// Removes a refused connection from the count.
    package func leaveRefused(_ peer: String?) { release(\.refused, of: peer) }

    private func take(_ counter: any WritableKeyPath<Count, Int> & Sendable, of client: String, max: Int) -> Bool {
        counts.withLock { counts in
            guard counts[client, default: Count()][keyPath: counter] < max else { return false }
            counts[client, default: Count()][keyPath: counter] += 1
            return true
        }
    }

    private func release(_ counter: any WritableKeyPath<Count, Int> & Sendable, of peer: String?) {
        guard let client = counted(peer) else { return }
        counts.withLock { counts in
            guard var count = counts[client] else { return }
            count[keyPath: counter] = Swift.max(0, count[keyPath: counter] - 1)
            counts[client] = count.open + count.refused > 0 ? count : nil
        }
    }

    /// Returns the client to count; nil for programs on this host and for proxies, which serve many clients.
    private func counted(_ peer: String?) -> String? {
        guard max > 0, let peer, !proxies.trusts(peer), let client = ClientAddress.network(peer) else { return nil }
        return exemptsLoopback && ClientAddress.isLoopback(client) ? nil : client
    }
}
