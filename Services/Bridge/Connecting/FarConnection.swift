import Contracts
import ZMTP
import ZeroMQ

/// One connection of a process of this host to a far broker.
final class FarConnection {
    /// The timeout for the other side to close a connection that has ended, in nanoseconds.
    private static let closingMaxNs: UInt64 = 2_000_000_000
    /// The timeout of the process's handshake, in nanoseconds; a broker has the same.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000

    private let relay: Relay
    private let dealer: FarDealer
    let endpoint: RelayEndpoint
    let broker: Int
    /// When the process connected, on the monotonic clock.
    let madeAt: UInt64
    /// The deadline for the other side to close the connection; nil while the connection is in use.
    private var closesAt: UInt64?
    /// The stream to the process, until the far broker has accepted the connection.
    private var waiting: SocketStream?

    /// Begins to connect to the broker.
    ///
    /// - Throws: `ZeroMQError` or `SocketError` if the maximum number of sockets is open.
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
                ended: { [holder] in holder.connection?.awaitEnd() },
                acknowledged: { [holder] in holder.connection?.dealer.acknowledged }
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

    /// Lets closures refer to a connection before its initializer has finished.
    private final class Holder {
        weak var connection: FarConnection?
    }

    /// Whether the far broker has not accepted the connection yet.
    var isWaiting: Bool { waiting != nil }
    /// Whether both sides of the connection are closed.
    var isOver: Bool { dealer.isClosed && (relay.isClosed || waiting != nil) }

    private func handle(_ envelope: Envelope) throws(BridgeViolation) {
        try relay.accept(envelope)
        guard envelope.kind == .opened else {
            try relay.handle(envelope)
            // Unsent frames are of no use after the end.
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

    /// Checks the deadlines.
    func tick(_ now: UInt64) {
        relay.checkTime(now)
        if let begun = relay.madeAt, !relay.isOpen, Deadline.elapsed(from: begun, to: now) > Self.handshakeMaxNs {
            end("a process of this host does not finish its handshake")
        }
        if let closesAt, now > closesAt { dealer.close() }
    }

    /// Starts the deadline for the other side, which closes the connection when it has read the end.
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
