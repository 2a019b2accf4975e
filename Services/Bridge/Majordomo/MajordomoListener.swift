import Contracts
import Logging
import MessageBus
import ServiceKit
import ZMTP
import ZeroMQ

/// Accepts peers of the Majordomo Protocol from other hosts, and connects each to a broker of this host.
///
/// It has its own context of libzmq, so that its peers cannot occupy the I/O thread of the bridges.
final class MajordomoListener {
    /// The maximum number of peers over all keys; each may hold some MiB in libzmq.
    private static let peersMax = 64
    /// The maximum number of peers of one key, which serves all processes of a host.
    private static let peersMaxPerKey = 32
    /// The maximum of bytes that wait for the broker, over all peers.
    private static let totalWaitingMax = 64 << 20
    /// The number of messages that libzmq queues per peer and direction; each may have some MiB.
    private static let highWaterMark = 4
    /// The maximum number of messages to handle in one round of the loop.
    static let messagesMaxPerRound = 512
    /// The time of active polling for room of a blocked peer, in nanoseconds; then the loop waits for events.
    private static let busyPollNs: UInt64 = 1_000_000
    /// The timeout for the first message, in nanoseconds, as for idle peers of the broker; a handshake has 5 seconds.
    private static let openingMaxNs: UInt64 = 600_000_000_000
    /// The interval of heartbeats, in milliseconds.
    private static let heartbeatMs = 10_000
    /// The timeout of the answer to a heartbeat, in milliseconds.
    ///
    /// A peer with full buffers responds when it reads again. The heartbeats of the Majordomo Protocol detect dead
    /// workers sooner.
    private static let heartbeatTimeoutMs = 30_000

    private let context: BridgeContext
    var loop: EventLoop { context.loop }
    var rejections: Rejections { context.rejections }
    private let brokerEndpoint: String
    let listener: PeerListener
    private let message = ZeroMQMessage()
    var unfinished = UnfinishedMessages()
    var peers: [[UInt8]: MajordomoPeer] = [:]
    /// Disconnected peers with messages that are still written to the broker.
    var finishing: [MajordomoPeer] = []
    /// Peers that write at the end of the round.
    private var unwritten: [MajordomoPeer] = []
    /// Whether blocked messages are being sent; the router is read afterwards.
    private var isResuming = false
    /// The bytes that wait for the broker.
    private var waitingBytes = 0

    /// Listens.
    ///
    /// - Throws: `ZeroMQError` if the endpoint is not available, or libzmq refuses a security option; `PolicyFailure`
    ///   if the list of peers is invalid.
    init(_ endpoint: String, _ configuration: BridgeConfiguration, _ context: BridgeContext) throws {
        self.context = context
        brokerEndpoint = configuration.data.bridgeExternalEndpoint
        listener = try PeerListener(
            PeerListener.Kind(
                domain: "mealwire-mdp",
                peer: "a Majordomo peer",
                overdue: "a Majordomo peer sent no message",
                openingMaxNs: Self.openingMaxNs
            ),
            at: endpoint,
            try ZeroMQContext(),
            configuration,
            context,
            setOptions: Self.setOptions
        )
        try start()
        context.logger.notice(
            "peers of the Majordomo Protocol on other hosts can connect",
            metadata: ["endpoint": "\(listener.endpoint)"]
        )
    }

    private static func setOptions(_ router: ZeroMQSocket) throws {
        try router.set(.heartbeatInterval, heartbeatMs)
        try router.set(.heartbeatTimeout, heartbeatTimeoutMs)
        try router.set(.maxMessageSize, MessageLimits.relayedMax)
        try router.set(.sendHighWaterMark, highWaterMark)
        try router.set(.receiveHighWaterMark, highWaterMark)
    }

    private func start() throws {
        try listener.start(
            PeerListener.Callbacks(
                read: { [weak self] in try self?.useRouter() },
                readAll: { [weak self] in try self?.readRouter(atMost: .max) },
                ended: { [weak self] descriptor, _ in self?.discard(descriptor) }
            )
        )
    }

    private func discard(_ descriptor: Int32) {
        unfinished.remove(descriptor)
        let now = Deadline.monotonicNanoseconds()
        for peer in peers.values where peer.descriptor == descriptor { discard(peer, now) }
    }

    func discard(_ peer: MajordomoPeer, _ now: UInt64) {
        peers[peer.routingID] = nil
        peer.isOver = true
        peer.finish(now)
        count(peer)
        if !peer.isClosed { finishing.append(peer) }
    }

    // MARK: Messages

    /// Sends blocked messages, and reads new ones.
    private func useRouter() throws {
        isResuming = true
        for peer in peers.values { peer.resume() }
        isResuming = false
        try readRouter(atMost: Self.messagesMaxPerRound)
        // Reading may have consumed the signal that there is room again. A peer that reads soon has room.
        let now = Deadline.monotonicNanoseconds()
        let isSoon = peers.values.contains { peer in
            peer.blockedSince.map { Deadline.elapsed(from: $0, to: now) < Self.busyPollNs } ?? false
        }
        if isSoon { listener.readAgain() }
    }

    func readRouter(atMost count: Int) throws {
        defer { writeAll() }
        var left = count
        while try listener.router.receive(message) {
            let routingID = message.array
            var frames: [[UInt8]] = []
            var bytes = 0
            var descriptor: Int32?
            while message.hasMore, try listener.router.receive(message) {
                descriptor = message.sourceDescriptor
                bytes += message.bytes.count
                // The whole message is read, but frames beyond the limits are dropped.
                if frames.count <= FrameLimits.framesMax, bytes <= MessageLimits.relayedMax {
                    frames.append(message.array)
                }
            }
            if let descriptor { handleMessage(frames, bytes, from: routingID, descriptor) }
            left -= 1
            if left <= 0 { return listener.readAgain() }
        }
    }

    private func handleMessage(_ frames: [[UInt8]], _ bytes: Int, from routingID: [UInt8], _ descriptor: Int32) {
        unfinished.recordMessage(descriptor)
        guard let peer = peers[routingID] ?? open(routingID, descriptor), !peer.isOver else { return }
        // Headers of frames count as well: two bytes, or nine for a long frame.
        let wireBytes = bytes + 9 * frames.count
        guard frames.count <= FrameLimits.framesMax, wireBytes <= MessageLimits.relayedMax else {
            return refuse(peer, "a message has more frames or bytes than are accepted")
        }
        guard peer.waitingBytes + wireBytes <= MajordomoPeer.waitingMax else {
            return refuse(peer, "it sends more than the broker accepts")
        }
        peer.enqueue(frames)
        count(peer)
        unwritten.append(peer)
        if waitingBytes > Self.totalWaitingMax { endLargest() }
    }

    /// Ends the peer with the most waiting data, if the total still exceeds its bound.
    private func endLargest() {
        for peer in peers.values { count(peer) }
        guard waitingBytes > Self.totalWaitingMax,
            let largest = peers.values.max(by: { $0.countedBytes < $1.countedBytes })
        else { return }
        refuse(largest, "all peers together send more than the broker accepts, and this one sends the most")
    }

    /// Connects a new peer to the broker; returns nil if the peer is rejected, or the broker is unavailable.
    private func open(_ routingID: [UInt8], _ descriptor: Int32) -> MajordomoPeer? {
        guard !listener.hasChosenRoutingID(routingID, message) else {
            return reject(descriptor, .protocol, "it has set ZMQ_ROUTING_ID, which must be left unset")
        }
        guard let (_, key) = listener.sender(of: message) else {
            return reject(descriptor, .key, "a key is no longer in the list of peers")
        }
        guard peers.count < Self.peersMax, peers.values.count(where: { $0.key == key }) < Self.peersMaxPerKey else {
            return reject(descriptor, .limit, "a key has the maximum number of connections")
        }
        do throws(SocketError) {
            guard let stream = try SocketStream.connected(to: brokerEndpoint) else {
                return reject(descriptor, .unreachable, "the broker is not available")
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
            listener.accepted.markOpened(descriptor)
            peers[routingID] = peer
            return peer
        } catch {
            return reject(descriptor, .unreachable, "no connection to the broker: \(error)")
        }
    }

    private func reject(_ descriptor: Int32, _ reason: Rejections.Reason, _ text: String) -> MajordomoPeer? {
        rejections.record(reason, "a Majordomo peer is ended: \(text)")
        listener.accepted.end(descriptor)
        return nil
    }

    /// Ends the connection of one peer.
    func refuse(_ peer: MajordomoPeer, _ reason: String) {
        guard !peer.isOver else { return }
        let name = listener.permissions.name(of: peer.key) ?? "a removed key"
        rejections.record(.protocol, "a Majordomo peer of \(name) is ended: \(reason)")
        peer.isOver = true
        peer.close()
        count(peer)
        listener.accepted.end(peer.descriptor)
    }

    /// Updates the total of waiting bytes.
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

    /// Sends a message of the broker to a peer, unless the peer has disconnected.
    private func send(_ frames: FrameBuffer, to routingID: [UInt8]) -> ZeroMQSocket.SendResult {
        // Sending may consume the signal that a message has arrived. While resuming, the router is read anyway.
        defer { if !isResuming { listener.readAgain() } }
        do throws(ZeroMQError) {
            let result = try listener.router.send(routingID, more: true)
            guard result == .queued else { return result }
            for index in 0..<frames.count {
                let bytes = frames.bytes(index)
                _ = try listener.router.send(count: bytes.count, more: index < frames.count - 1) {
                    $0.copyMemory(from: bytes)
                }
            }
        } catch {
            loop.fail(error)
        }
        return .queued
    }
}
