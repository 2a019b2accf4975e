import Contracts
import Logging
import ServiceKit
import Synchronization
import Threading
import ZMTP
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// Connects to one bridge of another host, and offers its brokers to processes of this host.
final class FarBridge {
    /// The first and the longest pause between two attempts to connect, in nanoseconds.
    ///
    /// Each pause is randomized by up to half, so that many hosts do not connect at the same time.
    private static let pauseNs: (first: UInt64, max: UInt64) = (100_000_000, 2_000_000_000)
    /// The timeout of an attempt to connect to one address, in nanoseconds.
    private static let attemptMaxNs: UInt64 = 5_000_000_000
    /// The timeout for the far broker to accept a connection, in nanoseconds.
    private static let openingMaxNs: UInt64 = 5_000_000_000

    private let address: TCPAddress
    private let keys: CurveKeyPair
    private let settings: BridgeConfiguration.Connecting
    private let data: DataDirectory
    private let context: BridgeContext
    private let wake: WakeSignal
    private let logger: Logger

    /// The endpoints that a thread has resolved; nil until it is done.
    private final class Resolution: Sendable {
        let endpoints = Mutex<[String]?>(nil)
    }

    private var resolution: Resolution?
    /// Addresses that were not tried yet, the next one first.
    private var candidates: [String] = []
    private var presence: FarDealer?
    private var presenceChannel = RelayChannel()
    /// The endpoint of the far bridge; nil until it has answered.
    private var endpoint: String?
    private var current = ""
    private var attemptBegan: UInt64 = 0
    private var nextAttempt: UInt64 = 0
    private var pauseNs = FarBridge.pauseNs.first
    private var unavailabilityLog: UnavailabilityLog
    /// Numbers of the brokers that the far bridge reaches.
    private var reachableBrokers: Set<Int> = []
    private var brokers: [Int: FarBrokerSockets] = [:]
    private var connections: [FarConnection] = []

    init(
        _ address: TCPAddress,
        _ settings: BridgeConfiguration.Connecting,
        _ configuration: BridgeConfiguration,
        _ context: BridgeContext,
        _ wake: WakeSignal
    ) {
        self.address = address
        self.settings = settings
        (keys, data) = (configuration.keys, configuration.data)
        (self.context, self.wake) = (context, wake)
        var logger = context.logger
        logger[metadataKey: "far"] = "\(address)"
        self.logger = logger
        unavailabilityLog = UnavailabilityLog(logger)
    }

    /// Checks deadlines, and connects if an attempt is due; call it several times a second.
    func tick(_ now: UInt64) {
        for connection in connections {
            connection.tick(now)
            if connection.isWaiting, Deadline.elapsed(from: connection.madeAt, to: now) > Self.openingMaxNs {
                connection.end("the far broker does not answer")
            }
        }
        connections.removeAll { $0.isOver }
        connectIfDue(now)
        updateSockets()
    }

    // MARK: The far bridge

    private func connectIfDue(_ now: UInt64) {
        if presence != nil {
            guard endpoint == nil, Deadline.elapsed(from: attemptBegan, to: now) > Self.attemptMaxNs else { return }
            disconnect("no answer within 5 seconds; is the network path to that host open?")
        }
        if let resolution {
            guard let endpoints = resolution.endpoints.withLock({ $0 }) else { return }
            self.resolution = nil
            candidates = endpoints
            if endpoints.isEmpty { unavailabilityLog.record("its name cannot be resolved") }
        }
        guard now >= nextAttempt else { return }
        guard !candidates.isEmpty else { return resolveName(now) }
        attempt(candidates.removeFirst(), now)
    }

    private func resolveName(_ now: UInt64) {
        nextAttempt = now + Self.jittered(pauseNs)
        pauseNs = min(2 * pauseNs, Self.pauseNs.max)
        let resolution = Resolution()
        self.resolution = resolution
        NameResolver.resolve(address) { [wake] endpoints in
            resolution.endpoints.withLock { $0 = endpoints }
            wake.raise()
        }
    }

    private static func jittered(_ pauseNs: UInt64) -> UInt64 { UInt64(Double(pauseNs) * .random(in: 0.5...1.5)) }

    private func attempt(_ endpoint: String, _ now: UInt64) {
        current = endpoint
        attemptBegan = now
        presenceChannel = RelayChannel()
        do {
            let dealer = try connect(
                to: endpoint,
                FarDealer.Callbacks(
                    received: { [weak self] envelope throws(BridgeViolation) in try self?.handle(envelope) },
                    closed: { [weak self] in self?.disconnect($0) }
                )
            )
            presence = dealer
            let opening = Opening(broker: 1, endpoint: .presence, credit: presenceChannel.firstCredit)
            opening.bytes.withUnsafeBytes { dealer.send(.open, presenceChannel.number(), $0) }
        } catch {
            unavailabilityLog.record("\(error)")
        }
    }

    private func connect(to endpoint: String, _ callbacks: FarDealer.Callbacks) throws -> FarDealer {
        try FarDealer(endpoint, keys, farKey: settings.farKey, context.sockets, context.loop, callbacks)
    }

    private func handle(_ envelope: Envelope) throws(BridgeViolation) {
        try presenceChannel.accept(envelope.sequence)
        switch envelope.kind {
        case .presence:
            if endpoint == nil { logger.notice("the far bridge is reached", metadata: ["endpoint": "\(current)"]) }
            endpoint = current
            pauseNs = Self.pauseNs.first
            unavailabilityLog.reset()
            reachableBrokers = Set(envelope.body.map(Int.init)).intersection(DataDirectory.brokerNumbers)
            updateSockets()
        case .end: disconnect(String(decoding: envelope.body.prefix(200), as: UTF8.self))
        case .open, .opened, .data, .credit: throw .unexpected(envelope.kind)
        }
    }

    private func disconnect(_ reason: String) {
        presence?.close()
        presence = nil
        if endpoint != nil {
            candidates = []
            nextAttempt = Deadline.monotonicNanoseconds() + Self.jittered(pauseNs)
        }
        endpoint = nil
        reachableBrokers = []
        updateSockets()
        unavailabilityLog.record(reason)
    }

    /// Logs why the far bridge cannot be reached; call it once a second.
    func sweep() { unavailabilityLog.flush("the far bridge cannot be reached") }

    /// The labels of the open connections in metrics.
    var connectionLabels: [ConnectionLabel] {
        let reached = endpoint == nil ? [] : [ConnectionLabel(peer: "\(address)", endpoint: .presence)]
        return reached
            + connections.filter { !$0.isOver }.map { ConnectionLabel(peer: "\(address)", endpoint: $0.endpoint) }
    }

    /// The name of the far bridge in metrics and in the ``CreditBudget``.
    var label: String { "\(address)" }

    // MARK: This host

    /// Makes the sockets of brokers that can be reached, and removes those of other brokers.
    private func updateSockets() {
        for number in brokers.keys where !reachableBrokers.contains(number) {
            brokers[number] = nil
            logger.notice("a far broker is no longer available", metadata: ["broker": "\(number)"])
        }
        for number in reachableBrokers where brokers[number] == nil {
            do {
                guard let broker = try FarBrokerSockets.reserve(number, data, context.loop) else { continue }
                let isShared = settings.localUsers.count > 1
                try broker.listen(at: data.endpoints(ofBroker: number), isShared: isShared) {
                    [weak self] in self?.accept($0, $1, $2, broker: number)
                }
                // Other users must be able to enter the directory. Other files in it have modes of their own.
                if isShared { chmod(data.run, 0o711) }
                brokers[number] = broker
                logger.notice("a far broker can be reached", metadata: ["broker": "\(number)"])
            } catch {
                unavailabilityLog.record("\(error)")
            }
        }
    }

    private func accept(
        _ endpoint: RelayEndpoint,
        _ stream: SocketStream,
        _ credentials: PeerCredentials?,
        broker: Int
    ) {
        guard let user = credentials?.user, settings.localUsers.contains(user) else {
            let user = credentials.map { "\($0.user)" } ?? "unknown"
            return context.rejections.record(.user, "user \(user) of this host may not connect")
        }
        guard let address = self.endpoint else { return }
        let count = connections.count { $0.endpoint == endpoint && $0.broker == broker }
        guard count < PeerPolicy.connectionsPerKeyMax else {
            let text = "processes of this host have the maximum number of connections to one endpoint: \(count)"
            return context.rejections.record(.limit, text)
        }
        do {
            connections.append(
                try FarConnection(
                    stream,
                    endpoint,
                    broker: broker,
                    Deadline.monotonicNanoseconds(),
                    makeRelay: { context.makeRelay(owner: label, label: label, $0) },
                    connect: { try connect(to: address, $0) }
                )
            )
        } catch {
            context.rejections.record(.unreachable, "no connection to the far bridge: \(error)")
        }
    }

    /// Ends all connections.
    func stop() {
        brokers = [:]
        for connection in connections { connection.end("the bridge stops") }
        presence?.close()
    }

    /// Whether all connections have ended.
    var isIdle: Bool { connections.allSatisfy(\.isOver) }
}
