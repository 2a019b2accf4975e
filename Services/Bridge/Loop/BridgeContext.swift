import Logging
import ZeroMQ

/// The parts that listeners and connections share: event loop, context of libzmq, memory budget and counters.
final class BridgeContext {
    let loop: EventLoop
    let sockets: ZeroMQContext
    let logger: Logger
    let rejections: Rejections
    let budget = CreditBudget()
    /// Traffic by far bridge: by its name in the list of peers, or by the address that this bridge connects to.
    private(set) var traffic: [String: PeerTraffic] = [:]

    /// - Parameters:
    ///   - socketsMax: The maximum number of open sockets of libzmq.
    ///   - logger: The logger of the bridge.
    /// - Throws: `SocketError` or `ZeroMQError` if the system has no descriptors or memory left.
    init(socketsMax: Int, _ logger: Logger) throws {
        loop = try EventLoop()
        sockets = try ZeroMQContext(socketsMax: socketsMax)
        self.logger = logger
        rejections = Rejections(logger)
    }

    /// Makes a relay that counts its data for a far bridge.
    ///
    /// - Parameters:
    ///   - owner: Identifies the far bridge in the ``CreditBudget``.
    ///   - label: The label of the far bridge in metrics.
    ///   - callbacks: Send frames to the far bridge.
    /// - Returns: The relay.
    func makeRelay(owner: String, label: String, _ callbacks: Relay.Callbacks) -> Relay {
        let traffic = self.traffic[label] ?? PeerTraffic()
        self.traffic[label] = traffic
        return Relay(loop, CreditAccount(budget, peer: owner), traffic, callbacks)
    }
}

/// Counts the data of all connections with one far bridge, in bytes.
package final class PeerTraffic {
    package var received: UInt64 = 0
    package var sent: UInt64 = 0

    package init() {}
}
