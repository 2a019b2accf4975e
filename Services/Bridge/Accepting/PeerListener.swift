import Contracts
import Logging
import ServiceKit
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// Accepts TCP connections of peers on other hosts, by the keys in the list of peers.
///
/// It bounds the connections without a message, and ends connections. Its owner reads and sends the messages.
final class PeerListener {
    /// The properties in which listeners differ.
    struct Kind {
        /// The domain of requests to the ZAP handler.
        let domain: String
        /// A peer in log messages, such as `a bridge`.
        let peer: String
        /// The log message for a peer without a first message.
        let overdue: String
        /// The timeout for the first message of a connection, in nanoseconds.
        let openingMaxNs: UInt64
    }

    /// The tasks of the owner.
    struct Callbacks {
        /// Reads messages from the router; called when some may have arrived.
        let read: () throws -> Void
        /// Reads all messages from the router, because those of an ended connection are valid.
        ///
        /// They must not be attributed to the next connection with its descriptor.
        let readAll: () throws -> Void
        /// Handles the end of a connection; the flag states whether it had been marked as opened.
        let ended: (_ descriptor: Int32, _ wasOpened: Bool) -> Void
    }

    /// The time for which no connection is accepted after the system had no descriptor, in nanoseconds.
    private static let descriptorPauseNs: UInt64 = 250_000_000
    /// The time between two attempts to end connections that libzmq cannot accept, in nanoseconds.
    ///
    /// libzmq reports many failures in this time.
    private static let refusalPauseNs: UInt64 = 1_000_000
    /// Errors of the system for an exhausted resource (accept(2)); others concern a single connection.
    private static let exhaustionErrors = [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    private static let noDescriptor = "the system has no descriptor left for a connection"

    let router: ZeroMQSocket
    /// The endpoint with the port that the system chose.
    let endpoint: String
    let accepted: AcceptedConnections
    private let kind: Kind
    private let context: BridgeContext
    private let permissionsFile: PermissionsFile
    private let zap: ZAPHandler
    private let monitor: ZeroMQMonitor
    private var callbacks: Callbacks?
    private var routerNumber: UInt64?
    private var listening: ListeningSocket?
    private var lastRefusal: UInt64 = 0
    /// Until when no connection is accepted, because the system had no descriptor.
    private var closedUntil: UInt64 = 0
    /// Why new connections are dropped; nil if they are not.
    private var droppingReason: Rejections.Reason?
    /// Whether the system supports filters, so that a failure is logged once.
    private var canFilter = true

    /// Listens; call ``start(_:)`` next.
    ///
    /// - Parameters:
    ///   - kind: The properties of the peers.
    ///   - endpoint: The endpoint, such as `tcp://0.0.0.0:5700`.
    ///   - sockets: The context of libzmq, without another listener.
    ///   - configuration: The key of this host, and the path of the list of peers.
    ///   - context: The event loop, the logger and the counters.
    ///   - setOptions: Sets further options of the router.
    /// - Throws: `ZeroMQError` if the endpoint is not available, or libzmq refuses a security option; `PolicyFailure`
    ///   if the list of peers is invalid.
    init(
        _ kind: Kind,
        at endpoint: String,
        _ sockets: ZeroMQContext,
        _ configuration: BridgeConfiguration,
        _ context: BridgeContext,
        setOptions: (ZeroMQSocket) throws -> Void = { _ in }
    ) throws {
        (self.kind, self.context) = (kind, context)
        accepted = AcceptedConnections(openingMaxNs: kind.openingMaxNs)
        permissionsFile = try PermissionsFile(configuration.peerPolicy, context.logger)
        // Must be first: without a handler, no key is checked.
        zap = try ZAPHandler(sockets)
        router = try ZeroMQSocket(sockets, .router)
        try BridgeSocket.configure(router)
        try setOptions(router)
        // Otherwise the router would silently drop messages for a slow or disconnected peer.
        try router.set(.routerMandatory, 1)
        try router.set(.routerHandover, 0)
        try router.set(.backlog, BridgeSocket.backlog)
        try router.configureCurveServer(secretKey: configuration.keys.secret, domain: kind.domain)
        monitor = try ZeroMQMonitor(router)
        self.endpoint = try router.bind(endpoint)
    }

    /// Begins to respond to handshakes and to report messages.
    ///
    /// - Throws: `ZeroMQError` or `SocketError` if the system cannot watch the sockets.
    func start(_ callbacks: Callbacks) throws {
        self.callbacks = callbacks
        _ = try watch(try zap.descriptor()) { try $0.answerZAP() }
        _ = try watch(try monitor.descriptor()) { try $0.readMonitor() }
        routerNumber = try watch(try router.descriptor()) { try $0.callbacks?.read() }
    }

    private func watch(_ descriptor: Int32, _ body: @escaping (PeerListener) throws -> Void) throws -> UInt64 {
        let number = try context.loop.add(descriptor) { [weak self] _ in
            guard let self else { return }
            context.loop.perform { try body(self) }
        }
        // libzmq signals nothing until a first attempt to read has found no message.
        context.loop.callAgain(number)
        return number
    }

    /// Schedules another read of the router; call it after each use, which may consume the signal of a message.
    func readAgain() { context.loop.callAgain(routerNumber) }

    // MARK: Handshakes

    private func answerZAP() throws {
        // A connection opens after this answer: the end of the descriptor's earlier connection must be read before.
        try readMonitor()
        try zap.answer { request in
            guard let key = CurveKey(bytes: request.key), permissions.allows(key) else {
                let text = "the key of \(kind.peer) at \(request.address) is not in the list of peers"
                context.rejections.record(.key, text)
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
                try callbacks?.readAll()
                callbacks?.ended(descriptor, accepted.remove(descriptor))
            case .listening(let descriptor):
                listening = ListeningSocket(descriptor)
            case .acceptFailed(let code):
                if Self.exhaustionErrors.contains(code) { refuseWaiting() }
            case .connected, .connectFailed, .handshakeDone, .handshakeRefused: continue
            }
        }
        filterConnections(now)
    }

    private func add(_ descriptor: Int32, _ now: UInt64) {
        switch accepted.add(descriptor, now) {
        case .added: return
        case .tooManyHandshakes: context.rejections.record(.handshakes, "too many handshakes are under way")
        case .tooOften: context.rejections.record(.handshakes, "a network makes too many connections a second")
        case .noDescriptor:
            closedUntil = now + Self.descriptorPauseNs
            context.rejections.record(.descriptors, Self.noDescriptor)
        }
    }

    /// Ends the connections that libzmq cannot accept, because it would try again without a pause.
    private func refuseWaiting() {
        let now = Deadline.monotonicNanoseconds()
        guard Deadline.elapsed(from: lastRefusal, to: now) > Self.refusalPauseNs else { return }
        (lastRefusal, closedUntil) = (now, now + Self.descriptorPauseNs)
        // Otherwise new connections would take the place of those that are ended.
        filterConnections(now)
        context.rejections.record(.descriptors, Self.noDescriptor, count: listening?.refuseWaiting() ?? 0)
    }

    // MARK: Dropped connections

    /// Lets the system drop new connections that are not wanted now.
    private func filterConnections(_ now: UInt64) {
        let isClosed = closedUntil > now
        let filter = isClosed ? .closed : accepted.filter(now)
        let reason: Rejections.Reason? = isClosed ? .descriptors : filter.isOpen ? nil : .handshakes
        if reason != droppingReason {
            countDropped()
            droppingReason = reason
        }
        guard canFilter, let listening, !listening.apply(filter) else { return }
        canFilter = false
        let text = "the system cannot drop surplus connections, so they are ended after they were accepted"
        context.logger.warning("\(text)", metadata: ["error": "\(errno)"])
    }

    private func countDropped() {
        let count = listening?.countDropped() ?? 0
        guard let droppingReason, count > 0 else { return }
        context.rejections.record(droppingReason, "new connections wait until others are done", count: count)
    }

    // MARK: Permissions

    /// The keys that may connect.
    var permissions: KeyPermissions { permissionsFile.permissions }

    /// Whether the sender of a message has set its routing id, which could be that of another peer.
    ///
    /// Routing ids that libzmq generates begin with a zero.
    func hasChosenRoutingID(_ routingID: [UInt8], _ message: ZeroMQMessage) -> Bool {
        !(routingID.count == 5 && routingID.first == 0 && message.property("Identity")?.isEmpty ?? true)
    }

    /// Returns the connection and the key of the sender; nil if the key is no longer in the list of peers.
    func sender(of message: ZeroMQMessage) -> (descriptor: Int32, key: CurveKey)? {
        guard let descriptor = message.sourceDescriptor, accepted.contains(descriptor),
            let key = message.property("User-Id").flatMap({ CurveKey($0) }), permissions.allows(key)
        else { return nil }
        return (descriptor, key)
    }

    // MARK: Deadlines

    /// Ends connections that could not be ended before, and lets waiting ones in; call it several times a second.
    func tick(_ now: UInt64) {
        accepted.endSurplus()
        listening?.restoreReserve()
        filterConnections(now)
    }

    /// Ends overdue connections, and reads a changed list of peers; call it once a second.
    ///
    /// - Returns: Whether the allowed keys have changed.
    func sweep(_ now: UInt64) -> Bool {
        countDropped()
        for _ in 0..<accepted.endOverdue(now) { context.rejections.record(.unfinished, kind.overdue) }
        return permissionsFile.reloadIfChanged()
    }
}
