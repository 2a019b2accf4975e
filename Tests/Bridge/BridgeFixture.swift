import Bridge
import Broker
import BrokerCore
import Contracts
import Foundation
import Logging
import MessageBus
import Observability
import ServiceKit
import Synchronization
import TestSupport
import Testing
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// Two hosts, as directories: a broker and its bridge on one, and a bridge that connects to it on the other.
struct BridgeFixture {
    /// A task with a signal that ends it.
    struct Running {
        let stop: StopSignal
        let task: Task<Void, any Error>

        /// Ends the task at once, as a crash would, and waits for the end.
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
    /// The log of the broker, the bridges and the buses.
    let log = LogRecorder(from: .info)
    private let bridges = RunningBridges()
    private let directory: TemporaryDirectory

    /// The started bridges.
    private final class RunningBridges: Sendable {
        let all = Mutex<[BridgeService]>([])
    }

    /// Runs the body while a broker and both bridges run.
    ///
    /// - Parameters:
    ///   - peer: The permissions of the far bridge's key; nil for an unlisted key.
    ///   - port: The port of the near bridge; a free port if nil.
    ///   - address: The address that the far bridge connects to; that of the near bridge if nil.
    ///   - body: The test.
    /// - Throws: The error of the test.
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
        directory = try TemporaryDirectory()
        near = DataDirectory(path: "\(directory)/n")
        far = DataDirectory(path: "\(directory)/f")
        address = TCPAddress(host: "127.0.0.1", port: try port ?? PlainSocket.freePort())
        logger = log.logger
        for data in [near, far] {
            try FileManager.default.createDirectory(atPath: data.run, withIntermediateDirectories: true)
        }
    }

    func remove() { directory.remove() }

    /// Writes the list of peers of the near host; an entry without a key gets the far bridge's key.
    func allow(_ peers: [PeerPolicy.Peer]) throws {
        let peers = peers.map { peer in
            var peer = peer
            if peer.user == nil { peer.key = peer.key ?? "\(farKeys.publicKey)" }
            return peer
        }
        try Data(try PeerPolicy(peers: peers).text().utf8).write(to: URL(filePath: near.peerPolicy), options: .atomic)
    }

    /// Returns an entry with the far bridge's key, for the list of peers of another fixture.
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
        configuration.bridgeExternal = near.bridgeExternalEndpoint
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

    /// Starts the bridge of the far host; by default it expects the key of the near bridge.
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

    /// Returns the bus of a process of the near host.
    func nearBus(_ instance: String) -> MessageBus { MessageBus(near.bus(instance: instance), logger: logger) }

    /// Returns the bus of a process of the far host.
    func farBus(_ instance: String) -> MessageBus { MessageBus(far.bus(instance: instance), logger: logger) }

    /// Returns a bus that connects to the broker's sockets for the bridge, without a key.
    func keylessBus(_ instance: String) -> MessageBus {
        let endpoints = near.bridgeEndpoints(ofBroker: 1)
        return MessageBus(BusConfiguration(instance: instance, brokers: [endpoints]), logger: logger)
    }

    /// Runs the body while buses run.
    func whileRunning(_ buses: [MessageBus], _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bus in buses { group.addTask { try await bus.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Whether the broker's sockets exist on the far host.
    var isOffered: Bool { FileManager.default.fileExists(atPath: far.sockets(ofBroker: 1)[0]) }

    /// Waits for a condition, with a round of each bridge between two looks; a failure shows the end of the log.
    func eventually(
        _ what: String,
        pause: Duration = Waiting.pause,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        try await TestSupport.eventually(
            what,
            pause: pause,
            details: log.lines.suffix(20).map(\.description).joined(separator: "\n"),
            sourceLocation: sourceLocation
        ) {
            if try await condition() { return true }
            for bridge in bridges.all.withLock({ $0 }) { await bridge.checkLiveness() }
            return false
        }
    }

    /// Waits for a log line that contains a text.
    func logged(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("the log says: \(text)", sourceLocation: sourceLocation) { log.contains(text) }
    }

    /// Returns the sum of a metric over all bridges, for samples with the labels; 0 without samples.
    func metric(_ metric: Metric, by labels: [String] = []) -> Double {
        bridges.all.withLock { $0 }.flatMap(\.metrics.current.families).filter { $0.name == metric.name }
            .flatMap(\.samples).filter { sample in labels.allSatisfy(sample.labels.contains) }
            .reduce(0) { $0 + $1.value }
    }
}

/// A method for tests that returns its text.
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
    /// Registers a worker that offers echo.
    func servingEcho(as name: String) -> MessageBus {
        serve(
            BridgedEcho.service,
            capacity: 8,
            [.inline(BridgedEcho.self) { request, _ in BridgedEcho.Reply(text: request.text, instance: name) }]
        )
        return self
    }

    /// Calls echo; returns nil on failure.
    func echo(_ text: String) async -> BridgedEcho.Reply? {
        try? await call(BridgedEcho(text: text), .own(timeoutMs: 3_000))
    }
}

extension MessageBus {
    /// Publishes a payload repeatedly, once per round of the socket thread.
    ///
    /// A publisher cannot observe when a subscription has arrived.
    ///
    /// - Returns: A task that publishes until it is cancelled.
    func publishing(_ text: String, on topic: String) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                publish(topic, Array(text.utf8))
                await checkLiveness()
            }
        }
    }
}
