package import Contracts
import Synchronization

/// The figures of the bridge, which its thread publishes once a second for other threads.
package final class BridgeMetrics: Sendable {
    private let latest = Mutex(MetricSet())

    package init() {}

    /// The figures, at most a second old; empty before the first.
    package var current: MetricSet { latest.withLock { $0 } }

    func publish(_ metrics: MetricSet) { latest.withLock { $0 = metrics } }
}

/// A connection with a far bridge, as metrics name it.
struct ConnectionLabel {
    let peer: String
    let endpoint: RelayEndpoint
}

extension RelayEndpoint {
    /// The endpoint in metrics.
    var label: String {
        switch self {
        case .presence: "presence"
        case .requests: "requests"
        case .eventsIn: "events_in"
        case .eventsOut: "events_out"
        }
    }
}

extension BridgeContext {
    /// Gathers the figures.
    ///
    /// - Parameters:
    ///   - connections: The connection of each far bridge, once for each connection.
    ///   - owners: The names of far bridges in metrics, by their names in the ``CreditBudget``.
    ///   - unfinished: Connections that have not sent their opening frame.
    /// - Returns: The figures.
    func metrics(connections: [ConnectionLabel], owners: [String: String], unfinished: Int) -> MetricSet {
        var metrics = MetricSet()
        let counts = Dictionary(connections.map { ([$0.peer, $0.endpoint.label], 1) }, uniquingKeysWith: +)
        for (labels, count) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            metrics.add(.bridgeConnections, by: labels, count)
        }
        for (peer, traffic) in traffic.sorted(by: { $0.key < $1.key }) {
            metrics.add(.bridgeReceivedBytes, by: [peer], Double(traffic.received))
            metrics.add(.bridgeSentBytes, by: [peer], Double(traffic.sent))
        }
        for (owner, peer) in owners.sorted(by: { $0.value < $1.value }) {
            metrics.add(.bridgeCreditBytes, by: [peer], budget.bytes(of: owner))
        }
        metrics.add(.bridgeUnfinished, unfinished)
        for (reason, count) in rejections.counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            metrics.add(.bridgeRefused, by: [reason.rawValue], count)
        }
        metrics.add(.bridgeGaps, rejections.gaps)
        return metrics
    }
}
