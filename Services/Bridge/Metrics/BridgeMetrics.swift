package import Observability
import Synchronization

/// Makes the metrics of the bridge available to other threads; its own thread publishes them once a second.
package final class BridgeMetrics: Sendable {
    private let latest = Mutex(MetricSet())

    package init() {}

    /// The metrics, at most a second old; empty until the first are published.
    package var current: MetricSet { latest.withLock { $0 } }

    func publish(_ metrics: MetricSet) { latest.withLock { $0 = metrics } }
}

/// The labels of a connection with a far bridge in metrics.
struct ConnectionLabel {
    let peer: String
    let endpoint: RelayEndpoint
}

extension RelayEndpoint {
    /// The label of the endpoint in metrics.
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
    /// Collects the metrics.
    ///
    /// - Parameters:
    ///   - connections: The labels of all connections with far bridges.
    ///   - owners: The labels of far bridges, by their names in the ``CreditBudget``.
    ///   - unfinished: The number of connections without an opening frame.
    /// - Returns: The metrics.
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
