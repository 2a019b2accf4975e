import Broker
import BrokerCore
import Contracts
import Foundation
import Logging
import Messaging
import ServiceKit

/// A broker and its directory, for as long as a test runs.
struct BusFixture {
    let directory: String
    let logger: Logger

    /// Runs the body beside a broker of its own, then stops everything.
    static func run(
        limits: BrokerLimits = BrokerLimits(),
        allowed: [PeerPolicy.Peer] = [],
        gatewayUser: UInt32? = nil,
        ownUser: UInt32 = getuid(),
        _ body: @escaping @Sendable (BusFixture) async throws -> Void
    ) async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        if !allowed.isEmpty { try fixture.allow(allowed) }
        let broker = fixture.broker(limits, gatewayUser: gatewayUser, ownUser: ownUser)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await broker.runUntilCancelled() }
            group.addTask { try await body(fixture) }
            // The body ends first, unless the broker fails.
            try await group.next()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    init() throws {
        // Short, because paths of Unix sockets are.
        directory = "/tmp/mw-" + UUIDv7.make().description.suffix(12)
        var logger = Logger(label: "test") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        self.logger = logger
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    /// The list of who may come in.
    var peerPolicy: String { "\(directory)/peers.json" }

    /// The queue of the first broker.
    var requestsEndpoint: String { "ipc://\(directory)/r1" }

    /// Where any peer of the Majordomo Protocol is let in.
    var foreignEndpoint: String { "ipc://\(directory)/m" }

    /// Writes the list of who may come in besides the broker's own user.
    func allow(_ peers: [PeerPolicy.Peer]) throws {
        try Data(try PeerPolicy(peers: peers).text().utf8).write(to: URL(filePath: peerPolicy), options: .atomic)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func broker(
        _ limits: BrokerLimits = BrokerLimits(),
        number: Int = 1,
        gatewayUser: UInt32? = nil,
        ownUser: UInt32 = getuid(),
        stop: StopSignal = StopSignal(),
        logger: Logger? = nil
    ) -> BrokerService {
        var configuration = BrokerConfiguration(
            requests: "ipc://\(directory)/r\(number)",
            eventsIn: "ipc://\(directory)/i\(number)",
            eventsOut: "ipc://\(directory)/o\(number)",
            foreign: number == 1 ? foreignEndpoint : nil,
            peerPolicy: peerPolicy,
            gatewayUser: gatewayUser,
            lock: "\(directory)/lock\(number)",
            limits: limits
        )
        configuration.ownUser = ownUser
        return BrokerService(configuration, logger: logger ?? self.logger, stop: stop)
    }

    func bus(
        _ instance: String,
        brokers: [Int] = [1],
        callees: Set<ServiceName>? = nil,
        stopLimits: StopLimits = StopLimits(),
        hostLoops: [any HostLoop] = []
    ) -> MessageBus {
        var configuration = BusConfiguration(
            instance: instance,
            brokers: brokers.map { number in
                BrokerEndpoints(
                    requests: "ipc://\(directory)/r\(number)",
                    publish: "ipc://\(directory)/i\(number)",
                    subscribe: "ipc://\(directory)/o\(number)"
                )
            },
            callees: callees
        )
        configuration.stopLimits = stopLimits
        return MessageBus(configuration, logger: logger, hostLoops: hostLoops)
    }

    /// Runs the body beside a client and a worker.
    func withClient(
        _ workers: [MessageBus],
        _ body: @escaping @Sendable (MessageBus) async throws -> Void
    ) async throws {
        let client = bus("client")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bus in workers + [client] { group.addTask { try await bus.run() } }
            do {
                try await body(client)
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

/// A method for tests: gives its text back, after a while if asked to.
struct Echo: Contract, Equatable {
    struct Reply: Codable, Sendable, Equatable {
        var text: String
        var instance: String
    }

    static let service = ServiceName(rawValue: "echo")
    static let method = Method("echo.say", of: service, .read, .anyone)

    var text: String
}

/// The same, not repeatable.
struct EchoOnce: Contract {
    typealias Reply = Echo.Reply

    static let method = Method("echo.once", of: Echo.service, .singleWrite, .anyone)

    var text: String
}

/// The same, for users only.
struct EchoUser: Contract {
    typealias Reply = Echo.Reply

    static let method = Method("echo.user", of: Echo.service, .read, .user)

    var text: String
}

extension MessageBus {
    /// A worker that offers echo.
    func servingEcho(as name: String) -> MessageBus {
        serve(
            Echo.service,
            capacity: 8,
            [
                .light(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: name) },
                .handle(EchoUser.self) { request, context in
                    Echo.Reply(text: "\(request.text) for \(try context.user())", instance: name)
                },
            ]
        )
        return self
    }
}
