import Synchronization

/// Limits how many connections one address may have open.
package final class ConnectionShares: Sendable {
    /// Some hundred kilobytes each at most, and far more than the browsers and apps of a household open.
    package static let perAddressDefault = 256

    private let max: Int
    private let proxies: TrustedProxies
    private let sparesLoopback: Bool
    private let counts = Mutex<[String: Int]>([:])

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
        return counts.withLock { counts in
            guard counts[client, default: 0] < max else { return false }
            counts[client, default: 0] += 1
            return true
        }
    }

    /// Gives the place of a connection back.
    package func leave(_ peer: String?) {
        guard let client = counted(peer) else { return }
        counts.withLock { counts in
            let others = counts[client, default: 1] - 1
            counts[client] = others > 0 ? others : nil
        }
    }

    /// Programs of this host and proxies speak for many.
    private func counted(_ peer: String?) -> String? {
        guard max > 0, let peer, !proxies.believe(peer), let client = ClientAddress.network(peer) else { return nil }
        return sparesLoopback && ClientAddress.isLoopback(client) ? nil : client
    }
}
