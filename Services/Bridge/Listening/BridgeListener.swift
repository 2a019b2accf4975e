import Contracts
import Logging
import Messaging
import ServiceKit
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
    /// The domain of requests to the ZAP handler.
    private static let domain = "mealwire"

    let context: BridgeContext
    private let data: DataDirectory
    let permissions: PermissionsFile
    private let zap: ZAPHandler
    private let router: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    var loop: EventLoop { context.loop }
    var rejections: Rejections { context.rejections }
    private var routerNumber: UInt64?
    private let message = ZeroMQMessage()
    /// Whether new connections are refused.
    var isStopping = false
    let accepted: AcceptedConnections
    /// The maximum number of connections, given the descriptors of this process.
    private let connectionsMax: Int
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
        let descriptorsMax = BridgeSocket.descriptorsMax()
        accepted = AcceptedConnections(descriptorsMax: descriptorsMax)
        let shareMax = descriptorsMax / BridgeSocket.descriptorsPerConnection / BridgeSocket.descriptorShares
        connectionsMax = min(Self.peersMax, max(1, shareMax))
        data = configuration.data
        permissions = try PermissionsFile(configuration.peerPolicy, context.logger)
        // Must be first: without a handler, no key is checked.
        zap = try ZAPHandler(context.sockets)
        router = try ZeroMQSocket(context.sockets, .router)
        try BridgeSocket.configure(router)
        try router.set(.routerMandatory, 1)
        try router.set(.routerHandover, 0)
        try router.set(.backlog, BridgeSocket.backlog)
        try router.configureCurveServer(secretKey: configuration.keys.secret, domain: Self.domain)
        monitor = try ZeroMQMonitor(router)
        let endpoint = try router.bind(listening.endpoint)
        try watch()
        for broker in DataDirectory.brokerNumbers {
            let endpoint = data.bridgeEndpoints(ofBroker: broker).requests
            presences[broker] = BrokerPresence(endpoint, broker, context) { [weak self] in self?.sendPresence() }
        }
        context.logger.notice("bridges of other hosts can connect", metadata: ["endpoint": "\(endpoint)"])
    }

    private func watch() throws {
        _ = try watch(try zap.descriptor()) { try $0.answerZAP() }
        _ = try watch(try monitor.descriptor()) { try $0.readMonitor() }
        routerNumber = try watch(try router.descriptor()) { try $0.readRouter(atMost: Self.framesMaxPerRound) }
    }

    private func watch(_ descriptor: Int32, _ body: @escaping (BridgeListener) throws -> Void) throws -> UInt64 {
        let number = try loop.add(descriptor) { [weak self] _ in self?.perform(body) }
        // libzmq signals nothing until a first attempt to read has found no message.
        loop.callAgain(number)
        return number
    }

    /// Runs a body, and ends the process if it fails, because a failed socket of libzmq is unusable.
    private func perform(_ body: (BridgeListener) throws -> Void) {
        do { try body(self) } catch { loop.fail(error) }
    }

    // MARK: Handshakes

    private func answerZAP() throws {
        // A connection opens after this answer: the end of the descriptor's earlier connection must be read before.
        try readMonitor()
        try zap.answer { request in
            guard let key = CurveKey(bytes: request.key), permissions.permissions.allows(key) else {
                rejections.record(.key, "the key of a bridge at \(request.address) is not in the list of peers")
                return nil
            }
            return key.description
        }
    }

    private func readMonitor() throws {
        let now = Deadline.monotonicNanoseconds()
        while let event = try monitor.next() {
            switch event {
            case .accepted(let descriptor):
                add(descriptor, now)
            case .disconnected(let descriptor):
                // Its last frames are valid, and must not be attributed to the next connection with this descriptor.
                try readRouter(atMost: .max)
                if !accepted.remove(descriptor) {
                    rejections.record(.unfinished, "a connection ended without an opening frame")
                }
                for peer in peers.values where peer.descriptor == descriptor { forget(peer) }
            case .acceptFailed(let code):
                rejections.record(.descriptors, "the system has no descriptor left for a connection: error \(code)")
            case .connected, .connectFailed, .handshakeDone, .handshakeRefused: continue
            }
        }
    }

    private func add(_ descriptor: Int32, _ now: UInt64) {
        switch accepted.add(descriptor, now) {
        case .added: return
        case .tooManyHandshakes: rejections.record(.handshakes, "too many handshakes are under way")
        case .noDescriptor: rejections.record(.descriptors, "the system has no descriptor left for a connection")
        }
    }

    private func forget(_ peer: FarPeer) {
        peers[peer.routingID] = nil
        peer.isOver = true
        peer.relay.finish()
        if !peer.relay.isClosed { finishing.append(peer.relay) }
    }

    // MARK: Frames

    private func readRouter(atMost count: Int) throws {
        var left = count
        while try router.receive(message) {
            let routingID = message.array
            guard message.hasMore, try router.receive(message) else { continue }
            do throws(BridgeViolation) {
                if message.hasMore { throw .multipleFrames }
                try handleFrame(from: routingID)
            } catch {
                refuse(routingID, error)
            }
            while message.hasMore, try router.receive(message) {}
            left -= 1
            if left <= 0 { return loop.callAgain(routerNumber) }
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
            if let descriptor = message.sourceDescriptor { accepted.end(descriptor) }
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
        accepted.end(peer.descriptor)
    }

    private func open(_ routingID: [UInt8]) throws(BridgeViolation) {
        let envelope = try Envelope(message.bytes)
        guard envelope.sequence == 0 else { throw .gap(expected: 0, found: envelope.sequence) }
        guard envelope.kind == .open else { throw .unexpected(envelope.kind) }
        // Routing ids that libzmq generates begin with a zero. Others could be those of another peer.
        guard routingID.count == 5, routingID.first == 0, message.property("Identity")?.isEmpty ?? true else {
            throw .choseRoutingID
        }
        let opening = try Opening(envelope.body)
        // The list may have changed since the handshake.
        guard let descriptor = message.sourceDescriptor, accepted.contains(descriptor),
            let key = message.property("User-Id").flatMap({ CurveKey($0) }),
            permissions.permissions.allows(key)
        else {
            rejections.record(.key, "a key is no longer in the list of peers")
            if let descriptor = message.sourceDescriptor { accepted.end(descriptor) }
            return
        }
        guard !isStopping, hasRoom(for: key, opening) else {
            accepted.end(descriptor)
            return
        }
        accepted.markOpened(descriptor)
        let relay = makeRelay(routingID, key)
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
    func label(of key: CurveKey) -> String { permissions.permissions.name(of: key) ?? "a removed key" }

    private func makeRelay(_ routingID: [UInt8], _ key: CurveKey) -> Relay {
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
                }
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
        perform { side in
            defer { side.loop.callAgain(side.routerNumber) }
            // A disconnected peer is removed when the monitor reports it.
            guard try side.router.send(routingID, more: true) == .queued else { return }
            _ = try side.router.send(count: Envelope.headerLength + body.count) {
                Envelope.write(kind, sequence, body, to: $0)
            }
        }
    }
}
