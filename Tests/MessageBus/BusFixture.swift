import Broker
import BrokerCore
import Contracts
import Foundation
import Logging
import MessageBus
import ServiceKit
import TestSupport
import Threading

/// A broker and its directory, for the duration of a test.
struct BusFixture {
    private let temporary: TemporaryDirectory
    let logger: Logger

    /// Runs the body with a broker of its own, then stops everything.
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
        temporary = try TemporaryDirectory()
        logger = .errors
    }

    var directory: String { temporary.path }

    /// The path of the list of peers.
    var peerPolicy: String { "\(directory)/peers.json" }

    /// The request endpoint of the first broker.
    var requestsEndpoint: String { "ipc://\(directory)/r1" }

    /// The endpoint for external Majordomo peers.
    var externalEndpoint: String { "ipc://\(directory)/m" }

    /// Writes the list of peers that may connect besides the broker's own user.
    func allow(_ peers: [PeerPolicy.Peer]) throws {
        try Data(try PeerPolicy(peers: peers).text().utf8).write(to: URL(filePath: peerPolicy), options: .atomic)
    }

    func remove() { temporary.remove() }

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
            external: number == 1 ? externalEndpoint : nil,
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
        hostLoops: [any EventLoopAdapter] = []
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

    /// Runs the body with a client and workers.
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

/// A method for tests that returns its text.
struct Echo: Contract, Equatable {
    struct Reply: Codable, Sendable, Equatable {
        var text: String
        var instance: String
    }

    static let service = ServiceName(rawValue: "echo")
    static let method = Method("echo.say", of: service, .read, .anyone)

    var text: String
}

/// The same, but not retryable.
struct EchoOnce: Contract {
    typealias Reply = Echo.Reply

    static let method = Method("echo.once", of: Echo.service, .singleWrite, .anyone)

    var text: String
}

/// The same, but only for users.
struct EchoUser: Contract {
    typealias Reply = Echo.Reply

    static let method = Method("echo.user", of: Echo.service, .read, .user)

    var text: String
}

extension MessageBus {
    /// Offers echo.
    func servingEcho(as name: String) -> MessageBus {
        serve(
            Echo.service,
            capacity: 8,
            [
                .inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: name) },
                .handle(EchoUser.self) { request, context in
                    Echo.Reply(text: "\(request.text) for \(try context.user())", instance: name)
                },
            ]
        )
        return self
    }
}

extension MessageBus {
    /// Publishes payloads repeatedly, once in each round of the socket thread: subscriptions are sent separately, and
    /// nothing reports their arrival.
    ///
    /// - Parameter events: The topics and payloads.
    /// - Returns: A task that publishes until it is cancelled.
    func publishing(_ events: [(topic: String, text: String)]) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                for (topic, text) in events { publish(topic, Array(text.utf8)) }
                await checkLiveness()
            }
        }
    }
}
