import Logging
import Messaging
import ZeroMQ

/// What both sides of the bridge share: its loop, its sockets of libzmq, its memory, and what it counts.
final class BridgeContext {
    let loop: EventLoop
    let sockets: ZeroMQContext
    let logger: Logger
    let rejections: Rejections
    let budget = CreditBudget()
    /// Data by the far bridge: its name in the list of peers, or the address that this bridge connects to.
    private(set) var traffic: [String: PeerTraffic] = [:]

    /// - Parameters:
    ///   - socketsMax: Sockets of libzmq that may be open at once.
    ///   - logger: Where the bridge writes.
    /// - Throws: `SocketError` or `ZeroMQError` if the system gives no descriptors or memory.
    init(socketsMax: Int, _ logger: Logger) throws {
        loop = try EventLoop()
        sockets = try ZeroMQContext(socketsMax: socketsMax)
        self.logger = logger
        rejections = Rejections(logger)
    }

    /// Makes a relay; its data counts for a far bridge.
    ///
    /// - Parameters:
    ///   - owner: Identifies the far bridge in the ``CreditBudget``.
    ///   - label: Names it in metrics.
    ///   - callbacks: Where frames for the far bridge go.
    /// - Returns: The relay.
    func makeRelay(owner: String, label: String, _ callbacks: Relay.Callbacks) -> Relay {
        let traffic = self.traffic[label] ?? PeerTraffic()
        self.traffic[label] = traffic
        return Relay(loop, CreditAccount(budget, peer: owner), traffic, callbacks)
    }
}
