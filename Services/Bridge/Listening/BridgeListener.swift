import Contracts
import Logging
import MessageBus
import ServiceKit
import ZMTP
import ZeroMQ

/// Accepts bridges of other hosts, and connects each of their connections to a broker of this host.
final class BridgeListener {
    /// The maximum number of connections, if there are enough descriptors; a gateway's host has some dozens.
    private static let peersMax = 1_024
    /// The maximum number of frames to handle in one round of the loop.
    private static let framesMaxPerRound = 512
    /// The timeout for a far bridge to close a connection that has ended, in nanoseconds.
    static let closingMaxNs: UInt64 = 2_000_000_000
    /// The timeout of the handshake with a broker, in nanoseconds.
    static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// The timeout for the opening frame of a far bridge, in nanoseconds; half of it is for the handshake.
    private static let openingMaxNs: UInt64 = 10_000_000_000

    let context: BridgeContext
    private let data: DataDirectory
    let listener: PeerListener
    var loop: EventLoop { context.loop }
    var rejections: Rejections { context.rejections }
    private let message = ZeroMQMessage()
    /// Whether new connections are refused.
    var isStopping = false
    var peers: [[UInt8]: FarPeer] = [:]
    var presences: [Int: BrokerPresence] = [:]
    /// Relays that still write after the far bridge has disconnected.
    var finishing: [Relay] = []

    /// Listens.
    ///
    /// - Throws: `ZeroMQError` if the endpoint is not available, or libzmq refuses a security option.
    init(
        _ listening: BridgeConfiguration.Listening,
        _ configuration: BridgeConfiguration,
        _ context: BridgeContext
    ) throws {
        self.context = context
        data = configuration.data
        listener = try PeerListener(
            PeerListener.Kind(
                domain: "mealwire",
                peer: "a bridge",
                overdue: "a connection sent no opening frame",
                openingMaxNs: Self.openingMaxNs
            ),
            at: listening.endpoint,
            context.sockets,
            configuration,
            context
        )
        try start()
        for broker in DataDirectory.brokerNumbers {
            let endpoint = data.bridgeEndpoints(ofBroker: broker).requests
            presences[broker] = BrokerPresence(endpoint, broker, context) { [weak self] in self?.sendPresence() }
        }
        context.logger.notice("bridges of other hosts can connect", metadata: ["endpoint": "\(listener.endpoint)"])
    }

    private func start() throws {
        try listener.start(
            PeerListener.Callbacks(
                read: { [weak self] in try self?.readRouter(atMost: Self.framesMaxPerRound) },
                readAll: { [weak self] in try self?.readRouter(atMost: .max) },
                ended: { [weak self] in self?.discard($0, wasOpened: $1) }
            )
        )
    }

    private func discard(_ descriptor: Int32, wasOpened: Bool) {
        if !wasOpened { rejections.record(.unfinished, "a connection ended without an opening frame") }
        for peer in peers.values where peer.descriptor == descriptor { discard(peer) }
    }

    private func discard(_ peer: FarPeer) {
        peers[peer.routingID] = nil
        peer.isOver = true
        peer.relay.finish()
        if !peer.relay.isClosed { finishing.append(peer.relay) }
    }

    // MARK: Frames

    private func readRouter(atMost count: Int) throws {
        var left = count
        while try listener.router.receive(message) {
            let routingID = message.array
            guard message.hasMore, try listener.router.receive(message) else { continue }
            do throws(BridgeViolation) {
                if message.hasMore { throw .multipleFrames }
                try handleFrame(from: routingID)
            } catch {
                refuse(routingID, error)
            }
            while message.hasMore, try listener.router.receive(message) {}
            left -= 1
            if left <= 0 { return listener.readAgain() }
        }
    }

    private func handleFrame(from routingID: [UInt8]) throws(BridgeViolation) {
        guard let peer = peers[routingID] else { return try open(routingID) }
        guard !peer.isOver else { return }
        let envelope = try Envelope(message.bytes)
        try peer.relay.accept(envelope)
        guard peer.endpoint != .presence else { throw .unexpected(envelope.kind) }
        try peer.relay.handle(envelope)
        // The far bridge waits for this, and needs no further frames.
        if envelope.kind == .end { end(peer) }
    }

    /// Ends the connection of a peer that violates the protocol or may not connect.
    private func refuse(_ routingID: [UInt8], _ violation: BridgeViolation) {
        guard let peer = peers[routingID] else {
            rejections.record(violation, "\(violation)")
            if let descriptor = message.sourceDescriptor { listener.accepted.end(descriptor) }
            return
        }
        let name = label(of: peer.key)
        rejections.record(violation, "a connection of \(name) is ended: \(violation)")
        kill(peer)
    }

    func kill(_ peer: FarPeer) {
        peer.relay.close()
        end(peer)
    }

    /// Ends the connection of one peer; data that it has sent is still forwarded.
    func end(_ peer: FarPeer) {
        peer.isOver = true
        listener.accepted.end(peer.descriptor)
    }

    private func open(_ routingID: [UInt8]) throws(BridgeViolation) {
        let envelope = try Envelope(message.bytes)
        guard envelope.sequence == 0 else { throw .gap(expected: 0, found: envelope.sequence) }
        guard envelope.kind == .open else { throw .unexpected(envelope.kind) }
        guard !listener.hasChosenRoutingID(routingID, message) else { throw .choseRoutingID }
        let opening = try Opening(envelope.body)
        // The list may have changed since the handshake.
        guard let (descriptor, key) = listener.sender(of: message) else {
            rejections.record(.key, "a key is no longer in the list of peers")
            if let descriptor = message.sourceDescriptor { listener.accepted.end(descriptor) }
            return
        }
        guard !isStopping, hasRoom(for: key, opening) else {
            listener.accepted.end(descriptor)
            return
        }
        listener.accepted.markOpened(descriptor)
        let relay = makeRelay(routingID, descriptor, key)
        let peer = FarPeer(routingID, descriptor, key, opening, relay)
        peers[routingID] = peer
        try relay.accept(envelope)
        try relay.applyFirstCredit(opening.credit)
        if opening.endpoint == .presence {
            relay.send(.presence, presentBrokers)
        } else {
            connect(peer, toBroker: opening.broker)
        }
    }

    /// Returns whether a key may have one more connection, and records a refusal.
    private func hasRoom(for key: CurveKey, _ opening: Opening) -> Bool {
        let connectionsMax = min(Self.peersMax, BridgeSocket.connectionsMax)
        guard peers.count < connectionsMax else {
            rejections.record(.limit, "the maximum number of connections is reached: \(connectionsMax)")
            return false
        }
        let count = peers.values.count {
            $0.key == key && $0.endpoint == opening.endpoint && $0.broker == opening.broker
        }
        guard count < PeerPolicy.connectionsPerKeyMax else {
            let name = label(of: key)
            rejections.record(.limit, "\(name) has the maximum number of connections to one endpoint: \(count)")
            return false
        }
        return true
    }

    /// Returns the name of a key in logs and metrics.
    func label(of key: CurveKey) -> String { listener.permissions.name(of: key) ?? "a removed key" }

    private func makeRelay(_ routingID: [UInt8], _ descriptor: Int32, _ key: CurveKey) -> Relay {
        context.makeRelay(
            owner: "\(key)",
            label: label(of: key),
            Relay.Callbacks(
                send: { [weak self] kind, sequence, body in self?.send(kind, sequence, body, to: routingID) },
                opened: { [weak self] in
                    guard let relay = self?.peers[routingID]?.relay else { return }
                    relay.send(.opened, WireNumber.bytes(relay.firstCredit))
                },
                ended: { [weak self] in
                    self?.peers[routingID]?.endsAt = Deadline.monotonicNanoseconds() + Self.closingMaxNs
                },
                acknowledged: { [weak self] in self?.listener.accepted.acknowledged(descriptor) }
            )
        )
    }

    /// Connects to a broker and announces the key; the broker applies the key's permissions in the list of peers.
    private func connect(_ peer: FarPeer, toBroker broker: Int) {
        let endpoint = peer.endpoint.endpoint(of: data.bridgeEndpoints(ofBroker: broker))
        let now = Deadline.monotonicNanoseconds()
        do throws(SocketError) {
            guard let stream = try SocketStream.connected(to: endpoint) else {
                return endAtOnce(peer, "the broker is not available")
            }
            try peer.relay.begin(stream, peer.endpoint.brokerSocketType, announcing: peer.key, now)
        } catch {
            rejections.record(.unreachable, "no connection to the broker: \(error)")
            endAtOnce(peer, "the bridge cannot connect to the broker")
        }
    }

    private func send(
        _ kind: Envelope.Kind,
        _ sequence: UInt64,
        _ body: UnsafeRawBufferPointer,
        to routingID: [UInt8]
    ) {
        loop.perform {
            defer { listener.readAgain() }
            // A disconnected peer is removed when the monitor reports it.
            guard try listener.router.send(routingID, more: true) == .queued else { return }
            _ = try listener.router.send(count: Envelope.headerLength + body.count) {
                Envelope.write(kind, sequence, body, to: $0)
            }
        }
    }
}
