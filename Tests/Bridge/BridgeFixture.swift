import Bridge
import Broker
import BrokerCore
import Contracts
import Foundation
import Logging
import Messaging
import ServiceKit
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Two hosts, as directories: a broker and its bridge on one, and a bridge that connects to it on the other.
struct BridgeFixture {
    /// A task with a signal that ends it.
    struct Running {
        let stop: StopSignal
        let task: Task<Void, any Error>

        /// Ends it at once, as a crash would, and waits for the end.
        func end() async {
            stop.stop(atOnce: true)
            _ = try? await task.value
        }
    }

    let near: DataDirectory
    let far: DataDirectory
    let address: TCPAddress
    let nearKeys = CurveKeyPair.make()
    let farKeys = CurveKeyPair.make()
    let logger: Logger
    /// What the broker, the bridges and the buses have logged.
    let log = LogRecord()
    private let bridges = RunningBridges()
    private let directory: String

    /// The bridges that were started.
    private final class RunningBridges: Sendable {
        let all = Mutex<[BridgeService]>([])
    }

    /// Runs the body beside a broker and both bridges.
    ///
    /// - Parameters:
    ///   - peer: What the key of the far bridge may do; nil if the list does not name it.
    ///   - port: Where the near bridge listens; a free port if nil.
    ///   - address: Where the far bridge connects to, if not there.
    ///   - body: The test.
    /// - Throws: What the test throws.
    static func run(
        allowing peer: PeerPolicy.Peer? = PeerPolicy.Peer(
            name: "far",
            offers: ["echo"],
            calls: ["echo"],
            speaksForUsers: true
        ),
        listeningOn port: UInt16? = nil,
        via address: TCPAddress? = nil,
        _ body: @Sendable (BridgeFixture) async throws -> Void
    ) async throws {
        let fixture = try BridgeFixture(port: port)
        defer { fixture.remove() }
        try fixture.allow(peer.map { [$0] } ?? [])
        let running = [
            fixture.startBroker(), fixture.startNearBridge(), fixture.startFarBridge(to: address),
        ]
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        for one in running.reversed() { await one.end() }
        try result.get()
    }

    init(port: UInt16? = nil) throws {
        // Short, because paths of Unix sockets are.
        directory = "/tmp/mwb-" + UUIDv7.make().description.suffix(12)
        near = DataDirectory(path: "\(directory)/n")
        far = DataDirectory(path: "\(directory)/f")
        address = TCPAddress(host: "127.0.0.1", port: try port ?? FreePort.find())
        let log = log
        logger = Logger(label: "bridge") { _ in log.handler }
        for data in [near, far] {
            try FileManager.default.createDirectory(atPath: data.run, withIntermediateDirectories: true)
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: directory) }

    /// Writes the list of peers of the near host; an entry without a key gets that of the far bridge.
    func allow(_ peers: [PeerPolicy.Peer]) throws {
        let peers = peers.map { peer in
            var peer = peer
            if peer.user == nil { peer.key = peer.key ?? "\(farKeys.publicKey)" }
            return peer
        }
        try Data(try PeerPolicy(peers: peers).text().utf8).write(to: URL(filePath: near.peerPolicy), options: .atomic)
    }

    /// The entry of the far bridge's key in the list of peers of another fixture.
    func asPeer(_ name: String) -> PeerPolicy.Peer {
        var peer = PeerPolicy.Peer(name: name, calls: ["echo"])
        peer.key = "\(farKeys.publicKey)"
        return peer
    }

    func startBroker(bridgeUser: UInt32? = nil) -> Running {
        let endpoints = near.endpoints(ofBroker: 1)
        var configuration = BrokerConfiguration(
            requests: endpoints.requests,
            eventsIn: endpoints.publish,
            eventsOut: endpoints.subscribe,
            peerPolicy: near.peerPolicy,
            lock: near.brokerLock(1),
            limits: BrokerLimits()
        )
        configuration.bridge = near.bridgeEndpoints(ofBroker: 1)
        configuration.bridgeForeign = near.bridgeForeignEndpoint
        configuration.bridgeUser = bridgeUser
        let stop = StopSignal()
        let broker = BrokerService(configuration, logger: logger, stop: stop)
        return Running(stop: stop, task: Task { try await broker.runUntilCancelled() })
    }

    func startNearBridge() -> Running {
        start(
            BridgeConfiguration(
                data: near,
                keys: nearKeys,
                listening: BridgeConfiguration.Listening(endpoint: "\(address)")
            )
        )
    }

    /// Starts the bridge of the far host; by default it knows the key of the near one.
    func startFarBridge(
        to address: TCPAddress? = nil,
        expecting key: CurveKey? = nil,
        localUsers: Set<UInt32> = [getuid()]
    ) -> Running {
        start(
            BridgeConfiguration(
                data: far,
                keys: farKeys,
                connecting: BridgeConfiguration.Connecting(
                    addresses: [address ?? self.address],
                    farKey: key ?? nearKeys.publicKey,
                    localUsers: localUsers
                )
            )
        )
    }

    private func start(_ configuration: BridgeConfiguration) -> Running {
        let stop = StopSignal()
        let bridge = BridgeService(configuration, logger: logger, stop: stop)
        bridges.all.withLock { $0.append(bridge) }
        return Running(stop: stop, task: Task { try await bridge.run() })
    }

    /// A process of the near host.
    func nearBus(_ instance: String) -> MessageBus { MessageBus(near.bus(instance: instance), logger: logger) }

    /// A process of the far host.
    func farBus(_ instance: String) -> MessageBus { MessageBus(far.bus(instance: instance), logger: logger) }

    /// A process that connects to the broker's sockets for the bridge, without a key.
    func keylessBus(_ instance: String) -> MessageBus {
        let endpoints = near.bridgeEndpoints(ofBroker: 1)
        return MessageBus(BusConfiguration(instance: instance, brokers: [endpoints]), logger: logger)
    }

    /// Runs buses until the body is done.
    func beside(_ buses: [MessageBus], _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bus in buses { group.addTask { try await bus.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Whether the far host has sockets of the broker.
    var isOffered: Bool { FileManager.default.fileExists(atPath: far.sockets(ofBroker: 1)[0]) }

    /// Waits for a condition, and looks at it once in a round of each bridge.
    func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while try await !condition() {
            guard ContinuousClock.now < end else {
                Issue.record("not in time: \(what)\n\(log.lines.suffix(20).joined(separator: "\n"))")
                throw CancellationError()
            }
            for bridge in bridges.all.withLock({ $0 }) { await bridge.checkLiveness() }
            await Task.yield()
        }
    }

    /// Waits for a line of log that contains a text.
    func logged(_ text: String) async throws {
        try await eventually("the log says: \(text)") { log.contains(text) }
    }

    /// Returns a figure of all bridges together, by the labels that are given; 0 if there is none.
    func metric(_ metric: Metric, by labels: [String] = []) -> Double {
        bridges.all.withLock { $0 }.flatMap(\.metrics.current.families).filter { $0.name == metric.name }
            .flatMap(\.samples).filter { sample in labels.allSatisfy(sample.labels.contains) }
            .reduce(0) { $0 + $1.value }
    }
}

/// A method for tests: gives its text back.
struct BridgedEcho: Contract, Equatable {
    struct Reply: Codable, Sendable, Equatable {
        var text: String
        var instance: String
    }

    static let service = ServiceName(rawValue: "echo")
    static let method = Method("echo.say", of: service, .read, .anyone)

    var text: String
}

extension MessageBus {
    /// A worker that offers echo.
    func servingEcho(as name: String) -> MessageBus {
        serve(
            BridgedEcho.service,
            capacity: 8,
            [.light(BridgedEcho.self) { request, _ in BridgedEcho.Reply(text: request.text, instance: name) }]
        )
        return self
    }

    /// Calls echo; nil if that fails.
    func echo(_ text: String) async -> BridgedEcho.Reply? {
        try? await call(BridgedEcho(text: text), .own(timeoutMs: 3_000))
    }
}
