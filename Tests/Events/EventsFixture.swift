import Broker
import BrokerCore
import Calendar
import Contracts
import Events
import Foundation
import Logging
import MessageBus
import QueryPlans
import Storage
import TestSupport
import Testing

/// A broker, a source and a subscriber with databases in their own directory.
///
/// A test decides when each of the two runs.
struct EventsFixture {
    static let source = ServiceName.diary
    static let subscriber = ServiceName.leaderboard

    private let temporary: TemporaryDirectory
    private let logger: Logger

    /// Runs the body while a broker is running.
    static func run(_ body: @escaping @Sendable (EventsFixture) async throws -> Void) async throws {
        try await withDirectory { fixture in
            let broker = fixture.broker
            try await running({ try await broker.runUntilCancelled() }) { try await body(fixture) }
        }
    }

    /// Runs the body with databases only.
    static func withDirectory(_ body: (EventsFixture) async throws -> Void) async throws {
        let fixture = try EventsFixture()
        defer { fixture.temporary.remove() }
        try await body(fixture)
    }

    private init() throws {
        temporary = try TemporaryDirectory()
        logger = Logger.silent
    }

    var directory: String { temporary.path }

    private var broker: BrokerService {
        BrokerService(
            BrokerConfiguration(
                requests: "ipc://\(directory)/r",
                eventsIn: "ipc://\(directory)/i",
                eventsOut: "ipc://\(directory)/o",
                peerPolicy: "\(directory)/peers.json",
                lock: "\(directory)/lock",
                limits: BrokerLimits()
            ),
            logger: logger
        )
    }

    func bus(_ service: ServiceName, _ logger: Logger? = nil) -> MessageBus {
        let endpoints = BrokerEndpoints(
            requests: "ipc://\(directory)/r",
            publish: "ipc://\(directory)/i",
            subscribe: "ipc://\(directory)/o"
        )
        return MessageBus(
            BusConfiguration(instance: service.rawValue, brokers: [endpoints]),
            logger: logger ?? self.logger
        )
    }

    func path(_ service: ServiceName) -> String { "\(directory)/\(Self.file(of: service))" }

    /// Not the name of the real service's database, which has other tables.
    private static func file(of service: ServiceName) -> String { "events-\(service.rawValue).sqlite" }

    /// Runs the body with the database of a service, which is a single complete file afterwards.
    func withStore(_ service: ServiceName, _ body: (Store) async throws -> Void) async throws {
        let migrations = [DayService.migration]
        try await queryPlans.withStore(at: path(service), migrations: migrations, logger: logger) { store, _ in
            try await body(store)
        }
    }

    /// Runs the body while the source is running.
    func withSource(_ body: @escaping @Sendable (Store) async throws -> Void) async throws {
        try await withPublisher { store, _ in try await body(store) }
    }

    /// Does the same, and passes the publisher, which tracks the subscribers' positions.
    func withPublisher(
        _ body: @escaping @Sendable (Store, EventPublisher) async throws -> Void
    ) async throws {
        try await withStore(Self.source) { store in
            let bus = bus(Self.source)
            let publisher = EventPublisher(of: Self.source, store: store, bus: bus, snapshot: DayService.snapshot)
            bus.serve(Self.source, capacity: 16, publisher.endpoints)
            try await Self.running({ try await bus.run() }) {
                try await Self.running({ try await publisher.run() }) { try await body(store, publisher) }
            }
        }
    }

    /// Runs the body while a subscriber is running.
    func withSubscriber(
        _ eventSubscriber: EventSubscriber = DayService.eventSubscriber,
        _ body: @escaping @Sendable (Store) async throws -> Void
    ) async throws {
        try await withSubscription(eventSubscriber) { store, _, _ in try await body(store) }
    }

    /// Does the same, and passes the subscription with its metrics.
    func withSubscription(
        _ eventSubscriber: EventSubscriber = DayService.eventSubscriber,
        _ body: @escaping @Sendable (Store, EventSubscription, MessageBus) async throws -> Void
    ) async throws {
        try await withStore(Self.subscriber) { store in
            let bus = bus(Self.subscriber)
            let subscription = EventSubscription(
                of: Self.subscriber,
                to: Self.source,
                store: store,
                bus: bus,
                eventSubscriber
            )
            try await Self.running({ try await bus.run() }) {
                try await Self.running({ try await subscription.run() }) { try await body(store, subscription, bus) }
            }
        }
    }

    /// Runs both until the subscriber has the source's data.
    func catchUp(_ eventSubscriber: EventSubscriber = DayService.eventSubscriber) async throws {
        try await withSource { source in
            try await withSubscriber(eventSubscriber) { subscriber in try await Self.waitUntilEqual(source, subscriber)
            }
        }
    }

    /// Waits until the subscriber has applied the source's last event and has the same data.
    static func waitUntilEqual(_ source: Store, _ subscriber: Store) async throws {
        try await eventually("the subscriber knows what the source does") {
            let (beacon, cursor) = (try await source.beacon(), try await subscriber.cursor(of: Self.source))
            guard cursor.epoch == beacon.epoch, cursor.sequence == beacon.last else { return false }
            return try await DayService.contents(of: source) == DayService.contents(of: subscriber)
        }
    }

    /// Returns whether any file of the databases contains a text, write-ahead logs included.
    func filesContain(_ text: String, of service: ServiceName) throws -> Bool {
        try temporary.filesContain(text, prefix: Self.file(of: service))
    }

    /// Copies a closed database.
    func copy(_ service: ServiceName, to name: String) throws {
        try FileManager.default.copyItem(atPath: path(service), toPath: "\(directory)/\(name)")
    }

    /// Replaces a database by a copy, as a restore from a backup does.
    func restore(_ service: ServiceName, from name: String, isMarked: Bool) throws {
        try FileManager.default.removeItem(atPath: path(service))
        try FileManager.default.copyItem(atPath: "\(directory)/\(name)", toPath: path(service))
        guard isMarked else { return }
        try Data().write(to: URL(fileURLWithPath: Store.restoreMarker(of: path(service))))
    }

    /// Runs a background operation until the body has ended.
    private static func running(
        _ background: @escaping @Sendable () async throws -> Void,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await background() }
            group.addTask { try await body() }
            do {
                // The body ends first, unless the background fails.
                try await group.next()
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}

extension Store {
    /// Changes a day of the source.
    func set(_ user: UserID, _ day: Int, kcal: Double) async throws {
        try await write { try DayService.change(.test(day, kcal: kcal), of: user, $0) }
    }

    /// Empties a day of the source.
    func clear(_ user: UserID, _ day: Int) async throws {
        try await write { try DayService.change(.test(day, kcal: 0, entries: 0), of: user, $0) }
    }
}

extension DayChanged {
    static func test(_ day: Int, kcal: Double, entries: Int = 1) -> DayChanged {
        DayChanged(date: PlainDate(dayNumber: 20_000 + day), kcal: kcal, targetKcal: nil, entries: entries)
    }
}
