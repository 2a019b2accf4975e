import Contracts
import Logging
import Messaging
import ServiceKit
import ZeroMQ

/// Takes in peers of the Majordomo Protocol from other hosts, in any language, and connects each to a broker of this one.
///
/// It has a context of libzmq for itself, so what its peers do keeps no thread busy that bridges need.
final class MajordomoListener {
    /// Peers at once, over all keys; each may have some MiB in libzmq.
    private static let peersMax = 64
    /// Connections of one key: those of all processes of a host.
    private static let peersMaxPerKey = 32
    /// Bytes that may wait for the broker, over all peers.
    private static let totalWaitingMax = 64 << 20
    /// Messages that libzmq keeps for each peer and direction; each has some MiB at most, so they are few.
    private static let highWaterMark = 4
    /// Messages that are handled before others have their turn.
    static let messagesMaxPerRound = 512
    /// How long the bridge keeps asking whether a peer has room again, in nanoseconds; after that it waits for the sign.
    private static let busyPollNs: UInt64 = 1_000_000
    /// How long a connection may be idle before its first message, in nanoseconds.
    ///
    /// The broker gives peers as long that do nothing. libzmq ends a handshake after 5 seconds.
    private static let openingMaxNs: UInt64 = 600_000_000_000
    /// How often a peer is asked whether it is there, in milliseconds.
    private static let heartbeatMs = 10_000
    /// How long a peer may take to answer, in milliseconds.
    ///
    /// One whose buffers are full answers when it reads again. The broker finds dead workers sooner, by the heartbeats of the
    /// Majordomo Protocol.
    private static let heartbeatTimeoutMs = 30_000
    /// What the ZAP handler is told.
    private static let domain = "mealwire-mdp"

    private let context: BridgeContext
    private var loop: EventLoop { context.loop }
    var rejections: Rejections { context.rejections }
    private let brokerEndpoint: String
    let permissions: PermissionsFile
    private let zap: ZAPHandler
    private let router: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private var routerNumber: UInt64?
    private let message = ZeroMQMessage()
    let accepted: AcceptedConnections
    var unfinished = UnfinishedMessages()
    var peers: [[UInt8]: MajordomoPeer] = [:]
    /// Peers that have gone, and whose last messages are still written.
    var finishing: [MajordomoPeer] = []
    /// Peers with something to write at the end of the turn.
    private var unwritten: [MajordomoPeer] = []
    /// Whether messages that had to wait are sent, after which the router is read.
    private var isResuming = false
    /// Bytes that wait for the broker.
    private var waitingBytes = 0

    /// Listens.
    ///
    /// - Throws: `ZeroMQError` if the endpoint cannot be had, or libzmq refuses an option that protects it; `PolicyFailure`
    ///   if the list of peers is not what it should be.
    init(_ endpoint: String, _ configuration: BridgeConfiguration, _ context: BridgeContext) throws {
        self.context = context
        accepted = AcceptedConnections(
            descriptorsMax: BridgeSocket.descriptorsMax(),
            openingMaxNs: Self.openingMaxNs
        )
        brokerEndpoint = configuration.data.bridgeForeignEndpoint
        permissions = try PermissionsFile(configuration.peerPolicy, context.logger)
        let sockets = try ZeroMQContext()
        // First: without a handler nothing judges keys.
        zap = try ZAPHandler(sockets)
        router = try ZeroMQSocket(sockets, .router)
        try BridgeSocket.configure(router)
        try router.set(.heartbeatInterval, Self.heartbeatMs)
        try router.set(.heartbeatTimeout, Self.heartbeatTimeoutMs)
        try router.set(.maxMessageSize, MessageLimits.relayedMax)
        try router.set(.sendHighWaterMark, Self.highWaterMark)
        try router.set(.receiveHighWaterMark, Self.highWaterMark)
        // Else the router would drop, without a sign, what a slow peer does not read.
        try router.set(.routerMandatory, 1)
        try router.set(.routerHandover, 0)
        try router.set(.backlog, BridgeSocket.backlog)
        try router.configureCurveServer(secretKey: configuration.keys.secret, domain: Self.domain)
        monitor = try ZeroMQMonitor(router)
        let bound = try router.bind(endpoint)
        _ = try watch(try zap.descriptor()) { try $0.answerZAP() }
        _ = try watch(try monitor.descriptor()) { try $0.readMonitor() }
        routerNumber = try watch(try router.descriptor()) { try $0.useRouter() }
        context.logger.notice(
            "peers of the Majordomo Protocol on other hosts can connect",
            metadata: ["endpoint": "\(bound)"]
        )
    }

    private func watch(_ descriptor: Int32, _ body: @escaping (MajordomoListener) throws -> Void) throws -> UInt64 {
        let number = try loop.add(descriptor) { [weak self] _ in self?.perform(body) }
        // libzmq signals nothing before the first attempt to read has found nothing.
        loop.callAgain(number)
        return number
    }

    /// A socket of libzmq that fails is of no more use, and a new process is.
    func perform(_ body: (MajordomoListener) throws -> Void) {
        do { try body(self) } catch { loop.fail(error) }
    }

    // MARK: Handshakes

    private func answerZAP() throws {
        // The end of an earlier connection comes before a new one can have its descriptor: none opens without an answer.
        try readMonitor()
        try zap.answer { request in
            guard let key = CurveKey(bytes: request.key), permissions.permissions.allows(key) else {
                rejections.record(.key, "the key of a Majordomo peer at \(request.address) is not in the list of peers")
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
                // What it sent before counts, and must not be taken for that of the next one with this descriptor.
                try readRouter(atMost: .max)
                _ = accepted.remove(descriptor)
                unfinished.remove(descriptor)
                for peer in peers.values where peer.descriptor == descriptor { forget(peer, now) }
            case .acceptFailed(let code):
                rejections.record(.descriptors, "the system gives no descriptor for a connection: error \(code)")
            case .connected, .connectFailed, .handshakeDone, .handshakeRefused: continue
            }
        }
    }

    private func add(_ descriptor: Int32, _ now: UInt64) {
        switch accepted.add(descriptor, now) {
        case .added: return
        case .tooManyHandshakes: rejections.record(.handshakes, "too many handshakes are under way")
        case .noDescriptor: rejections.record(.descriptors, "the system gives no descriptor for a further connection")
        }
    }

    func forget(_ peer: MajordomoPeer, _ now: UInt64) {
        peers[peer.routingID] = nil
        peer.isOver = true
        peer.finish(now)
        count(peer)
        if !peer.isClosed { finishing.append(peer) }
    }

    // MARK: Messages

    /// Sends what had to wait, and reads what has come.
    private func useRouter() throws {
        isResuming = true
        for peer in peers.values { peer.resume() }
        isResuming = false
        try readRouter(atMost: Self.messagesMaxPerRound)
        // What was read may have swallowed the sign that there is room again. For a peer that reads it comes soon.
        let now = Deadline.monotonicNanoseconds()
        let isSoon = peers.values.contains { peer in
            peer.blockedSince.map { Deadline.elapsed(from: $0, to: now) < Self.busyPollNs } ?? false
        }
        if isSoon { loop.callAgain(routerNumber) }
    }

    func readRouter(atMost count: Int) throws {
        defer { writeAll() }
        var left = count
        while try router.receive(message) {
            let routingID = message.array
            var frames: [[UInt8]] = []
            var bytes = 0
            var descriptor: Int32?
            while message.hasMore, try router.receive(message) {
                descriptor = message.sourceDescriptor
                bytes += message.bytes.count
                // All of it is read, but no more than fits is kept.
                if frames.count <= MessageLimits.framesMax, bytes <= MessageLimits.relayedMax {
                    frames.append(message.array)
                }
            }
            if let descriptor { handleMessage(frames, bytes, from: routingID, descriptor) }
            left -= 1
            if left <= 0 { return loop.callAgain(routerNumber) }
        }
    }

    private func handleMessage(_ frames: [[UInt8]], _ bytes: Int, from routingID: [UInt8], _ descriptor: Int32) {
        unfinished.recordMessage(descriptor)
        guard let peer = peers[routingID] ?? open(routingID, descriptor), !peer.isOver else { return }
        // The heads of frames count as well: two bytes, or nine for a long one.
        let wireBytes = bytes + 9 * frames.count
        guard frames.count <= MessageLimits.framesMax, wireBytes <= MessageLimits.relayedMax else {
            return refuse(peer, "a message has more frames or bytes than are taken")
        }
        guard peer.waitingBytes + wireBytes <= MajordomoPeer.waitingMax else {
            return refuse(peer, "it sends more than the broker takes of it")
        }
        peer.enqueue(frames)
        count(peer)
        unwritten.append(peer)
        if waitingBytes > Self.totalWaitingMax { endLargest() }
    }

    /// Ends the peer of which most waits for the broker, if the peers together are still over their bound.
    private func endLargest() {
        for peer in peers.values { count(peer) }
        guard waitingBytes > Self.totalWaitingMax,
            let largest = peers.values.max(by: { $0.countedBytes < $1.countedBytes })
        else { return }
        refuse(largest, "all peers together send more than the broker takes, and most is of this one")
    }

    /// Connects a new peer to the broker; nil if it may not come in, or the broker is away.
    private func open(_ routingID: [UInt8], _ descriptor: Int32) -> MajordomoPeer? {
        // Names that libzmq makes up begin with a zero. Others could be those of a peer that is there.
        guard routingID.count == 5, routingID.first == 0, message.property("Identity")?.isEmpty ?? true else {
            return reject(descriptor, .protocol, "it has set ZMQ_ROUTING_ID, which must be left unset")
        }
        guard accepted.contains(descriptor), let key = message.property("User-Id").flatMap({ CurveKey($0) }),
            permissions.permissions.allows(key)
        else {
            return reject(descriptor, .key, "a key is not in the list of peers any more")
        }
        guard peers.count < Self.peersMax, peers.values.count(where: { $0.key == key }) < Self.peersMaxPerKey else {
            return reject(descriptor, .limit, "a key has as many connections as it may")
        }
        do throws(SocketError) {
            guard let stream = try SocketStream.connected(to: brokerEndpoint) else {
                return reject(descriptor, .unreachable, "the broker is away")
            }
            let callbacks = MajordomoPeer.Callbacks(
                send: { [weak self] frames in self?.send(frames, to: routingID) ?? .unreachable },
                ended: { [weak self] reason in
                    guard let self, let peer = peers[routingID] else { return }
                    refuse(peer, reason)
                }
            )
            let now = Deadline.monotonicNanoseconds()
            let peer = try MajordomoPeer(routingID, descriptor, key, stream, loop, now, callbacks)
            accepted.markOpened(descriptor)
            peers[routingID] = peer
            return peer
        } catch {
            return reject(descriptor, .unreachable, "no connection to the broker: \(error)")
        }
    }

    private func reject(_ descriptor: Int32, _ reason: Rejections.Reason, _ text: String) -> MajordomoPeer? {
        rejections.record(reason, "a Majordomo peer is ended: \(text)")
        accepted.end(descriptor)
        return nil
    }

    /// Ends the connection of one peer, and no other.
    func refuse(_ peer: MajordomoPeer, _ reason: String) {
        guard !peer.isOver else { return }
        let name = permissions.permissions.name(of: peer.key) ?? "a removed key"
        rejections.record(.protocol, "a Majordomo peer of \(name) is ended: \(reason)")
        peer.isOver = true
        peer.close()
        count(peer)
        accepted.end(peer.descriptor)
    }

    /// Brings the count of what waits up to date.
    func count(_ peer: MajordomoPeer) {
        let bytes = peer.waitingBytes
        waitingBytes += bytes - peer.countedBytes
        peer.countedBytes = bytes
    }

    private func writeAll() {
        for peer in unwritten {
            peer.write()
            count(peer)
        }
        unwritten.removeAll(keepingCapacity: true)
    }

    /// Sends a message of the broker to a peer; one that is gone gets nothing.
    private func send(_ frames: FrameBuffer, to routingID: [UInt8]) -> ZeroMQSocket.SendResult {
        // The sign that something can be read may be swallowed meanwhile. After resuming, it is read anyway.
        defer { if !isResuming { loop.callAgain(routerNumber) } }
        do throws(ZeroMQError) {
            let result = try router.send(routingID, more: true)
            guard result == .queued else { return result }
            for index in 0..<frames.count {
                let bytes = frames.bytes(index)
                _ = try router.send(count: bytes.count, more: index < frames.count - 1) { $0.copyMemory(from: bytes) }
            }
        } catch {
            loop.fail(error)
        }
        return .queued
    }
}
