import Synchronization

/// Limits how many connections one address may have open.
package final class ConnectionShares: Sendable {
    /// Some hundred kilobytes each at most, and far more than the browsers and apps of a household open.
    package static let perAddressDefault = 256
    /// Refused connections of one address that stay open for the moment in which the client reads why.
    ///
    /// More of them are closed at once: a client that opens thousands a second would otherwise hold a descriptor for each.
    package static let refusedMax = 16

    private struct Count {
        var open = 0
        var refused = 0
    }

    private let max: Int
    private let proxies: TrustedProxies
    private let sparesLoopback: Bool
    private let counts = Mutex<[String: Count]>([:])

    /// - Parameters:
    ///   - max: Connections of one address; 0 for any number.
    ///   - proxies: The proxies in front, whose connections are not counted.
    ///   - sparesLoopback: Whether programs of this host are not counted either, such as tests under load.
    package init(max: Int = 0, proxies: TrustedProxies = 0, sparesLoopback: Bool = true) {
        (self.max, self.proxies, self.sparesLoopback) = (max, proxies, sparesLoopback)
    }

    /// Counts a connection; ``leave(_:)`` has to follow if it is let in.
    ///
    /// - Parameter peer: The IP address at its other end; nil on a Unix socket.
    /// - Returns: Whether its address has room for it.
    package func admit(_ peer: String?) -> Bool {
        guard let client = counted(peer) else { return true }
        return take(\.open, of: client, max: max)
    }

    /// Gives the place of a connection back.
    package func leave(_ peer: String?) { giveBack(\.open, of: peer) }

    /// Counts a connection that ``admit(_:)`` has refused; ``leaveRefused(_:)`` has to follow if it may stay.
    ///
    /// - Parameter peer: The IP address at its other end.
    /// - Returns: Whether it may stay open until the client has read why it is refused.
    package func admitRefused(_ peer: String?) -> Bool {
        guard let client = counted(peer) else { return true }
        return take(\.refused, of: client, max: Self.refusedMax)
    }

    /// Gives the place of a refused connection back.
    package func leaveRefused(_ peer: String?) { giveBack(\.refused, of: peer) }

    private func take(_ place: any WritableKeyPath<Count, Int> & Sendable, of client: String, max: Int) -> Bool {
        counts.withLock { counts in
            guard counts[client, default: Count()][keyPath: place] < max else { return false }
            counts[client, default: Count()][keyPath: place] += 1
            return true
        }
    }

    private func giveBack(_ place: any WritableKeyPath<Count, Int> & Sendable, of peer: String?) {
        guard let client = counted(peer) else { return }
        counts.withLock { counts in
            guard var count = counts[client] else { return }
            count[keyPath: place] = Swift.max(0, count[keyPath: place] - 1)
            counts[client] = count.open + count.refused > 0 ? count : nil
        }
    }

    /// Programs of this host and proxies speak for many.
    private func counted(_ peer: String?) -> String? {
        guard max > 0, let peer, !proxies.believe(peer), let client = ClientAddress.network(peer) else { return nil }
        return sparesLoopback && ClientAddress.isLoopback(client) ? nil : client
    }
}
