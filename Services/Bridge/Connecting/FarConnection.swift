import Contracts
import Messaging
import ZeroMQ

/// One connection of a process of this host to a far broker.
final class FarConnection {
    /// How long the other side may take to close a connection that has ended, in nanoseconds.
    private static let closingMaxNs: UInt64 = 2_000_000_000
    /// How long the process may take for its handshake, in nanoseconds: as long as at a broker.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000

    private let relay: Relay
    private let dealer: FarDealer
    let endpoint: RelayEndpoint
    let broker: Int
    /// When the process connected, on the monotonic clock.
    let madeAt: UInt64
    /// When the connection is closed although the other side has not; nil as long as it may stay.
    private var closesAt: UInt64?
    /// The process's side, until the far broker has taken the connection.
    private var waiting: SocketStream?

    /// Begins to connect to the broker.
    ///
    /// - Throws: `ZeroMQError` or `SocketError` if there are as many sockets as there may be.
    init(
        _ stream: SocketStream,
        _ endpoint: RelayEndpoint,
        broker: Int,
        _ now: UInt64,
        makeRelay: (Relay.Callbacks) -> Relay,
        connect: (FarDealer.Callbacks) throws -> FarDealer
    ) throws {
        let holder = Holder()
        relay = makeRelay(
            Relay.Callbacks(
                send: { [holder] in holder.connection?.dealer.send($0, $1, $2) },
                opened: {},
                ended: { [holder] in holder.connection?.awaitEnd() }
            )
        )
        dealer = try connect(
            FarDealer.Callbacks(
                received: { [holder] envelope throws(BridgeViolation) in try holder.connection?.handle(envelope) },
                closed: { [holder] _ in holder.connection?.finishRelay() }
            )
        )
        (self.endpoint, self.broker) = (endpoint, broker)
        madeAt = now
        waiting = stream
        holder.connection = self
        relay.send(.open, Opening(broker: broker, endpoint: endpoint, credit: relay.firstCredit).bytes)
    }

    /// Lets closures refer to a connection that is not made yet.
    private final class Holder {
        weak var connection: FarConnection?
    }

    /// Whether the far broker has not taken the connection yet.
    var isWaiting: Bool { waiting != nil }
    /// Whether nothing of the connection is left.
    var isOver: Bool { dealer.isClosed && (relay.isClosed || waiting != nil) }

    private func handle(_ envelope: Envelope) throws(BridgeViolation) {
        try relay.accept(envelope)
        guard envelope.kind == .opened else {
            try relay.handle(envelope)
            // What was sent before is of no use to anyone now.
            if envelope.kind == .end { dealer.close() }
            return
        }
        guard let stream = waiting else { throw .unexpected(.opened) }
        guard envelope.body.count == WireNumber.length else { throw .malformedBody(.opened) }
        try relay.applyFirstCredit(WireNumber.read(envelope.body))
        waiting = nil
        do throws(SocketError) {
            let now = Deadline.monotonicNanoseconds()
            try relay.begin(stream, endpoint.localSocketType, announcing: nil, now)
        } catch {
            finishRelay()
            dealer.close()
        }
    }

    private func finishRelay() { relay.finish() }

    /// Does what is due.
    func tick(_ now: UInt64) {
        relay.checkTime(now)
        if let begun = relay.madeAt, !relay.isOpen, Deadline.elapsed(from: begun, to: now) > Self.handshakeMaxNs {
            end("a process of this host does not finish its handshake")
        }
        if let closesAt, now > closesAt { dealer.close() }
    }

    /// Waits for the other side, which closes the connection when it has read the end.
    private func awaitEnd() { closesAt = Deadline.monotonicNanoseconds() + Self.closingMaxNs }

    /// Ends the connection, and sends the end to the other side.
    func end(_ reason: String) {
        waiting = nil
        guard !dealer.isClosed, closesAt == nil else { return }
        relay.send(.end, Array(reason.utf8))
        relay.finish()
        awaitEnd()
    }
}
