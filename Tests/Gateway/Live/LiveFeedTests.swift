import Calendar
import Contracts
import Gateway
import Logging
import ServiceKit
import TestSupport
import Testing

/// Events of a service cause hints for open streams.
@Suite(.timeLimit(.minutes(5)))
struct LiveFeedTests {
    private static let types = [DayChanged.type, DiaryDataChanged.type, BoardChanged.type]
    private static let user = UserID.make()

    /// A registered stream and the hints that it has received.
    private struct TestStream {
        let hub: LiveHub
        let listener: LiveListener
        var received: [LiveHint?] = []

        init(_ hub: LiveHub) throws {
            self.hub = hub
            listener = try hub.listener(for: LiveFeedTests.user, mayHaveLostAccess: { false }, end: {})
        }

        mutating func receive() { received += hub.takeWork(for: listener).messages.map(\.message.hint) }
    }

    /// Runs the body beside a feed of a service.
    private static func run(_ body: (FakeEventSource, LiveFeed, LiveHub) async throws -> Void) async throws {
        let (source, hub) = (FakeEventSource(), LiveHub(limits: LiveLimits()))
        let logger = Logger.silent
        let follower = BeaconFollower(orLog: "no changes", pollInterval: .seconds(5), logger: logger) {
            source.beacons
        }
        let feed = LiveFeed(of: types, hub: hub, follower: follower, logger: logger) {
            position throws(ServiceError) in try source.answer(position)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await feed.run() }
            try await body(source, feed, hub)
            group.cancelAll()
        }
    }

    private static func day(_ number: Int) -> DayChanged {
        DayChanged(date: PlainDate(dayNumber: 20_000 + number), kcal: 1, targetKcal: nil, entries: 1)
    }

    @Test func `a stream receives changes from after its start, and none from before`() async throws {
        try await Self.run { source, feed, hub in
            try source.emit([Self.day(1), Self.day(2)], of: Self.user)
            #expect(source.requests.isEmpty)
            var stream = try TestStream(hub)
            await feed.ready()
            #expect(hub.join(stream.listener, after: nil) != nil)
            #expect(!source.requests.isEmpty)
            #expect(source.requests.allSatisfy { $0.types == Self.types })
            try source.emit(
                [Self.day(3), DiaryDataChanged(kind: .cart, date: nil, version: 8), SessionsEnded(sessions: [])],
                of: Self.user
            )
            try source.emit([Self.day(4)], of: .make())
            let extras = DiaryDataChanged(kind: .extras, date: PlainDate(dayNumber: 20_005), version: 2)
            try source.emit([extras], of: Self.user)
            try await eventually("all hints are received") {
                stream.receive()
                return stream.received.count >= 3
            }
            #expect(
                stream.received == [
                    LiveHint(kind: .day, date: PlainDate(dayNumber: 20_003), version: 3),
                    LiveHint(kind: .cart, version: 8),
                    LiveHint(kind: .extras, date: PlainDate(dayNumber: 20_005), version: 2),
                ]
            )
        }
    }

    @Test func `events are all delivered even if one reply cannot hold them`() async throws {
        try await Self.run { source, feed, hub in
            var stream = try TestStream(hub)
            await feed.ready()
            _ = hub.join(stream.listener, after: nil)
            let count = 2 * EventsSince.batchMax + 1
            // The last change has another kind; its hint shows that the others have been delivered.
            let changes = (0..<count).map { _ in Self.day(0) as any EventPayload }
            try source.emit(changes + [DiaryDataChanged(kind: .cart, date: nil, version: 1)], of: Self.user)
            try await eventually("the last hint is received") {
                stream.receive()
                return stream.received.contains(LiveHint(kind: .cart, version: 1))
            }
            let newest = LiveHint(kind: .day, date: PlainDate(dayNumber: 20_000), version: count)
            #expect(stream.received.contains(newest))
        }
    }

    @Test func `a restored service causes a reset and is followed from its new state`() async throws {
        try await Self.run { source, feed, hub in
            try source.emit([Self.day(1)], of: Self.user)
            var stream = try TestStream(hub)
            await feed.ready()
            _ = hub.join(stream.listener, after: nil)
            source.restore()
            try source.emit([Self.day(2)], of: Self.user)
            try await eventually("a reset is received") {
                stream.receive()
                return stream.received.contains(nil)
            }
            try source.emit([Self.day(3)], of: Self.user)
            try await eventually("the next hint is received") {
                stream.receive()
                return stream.received.last == LiveHint(kind: .day, date: PlainDate(dayNumber: 20_003), version: 2)
            }
        }
    }

    @Test func `a stream opened while a service is unavailable gets a reset when it returns`() async throws {
        try await Self.run { source, feed, hub in
            source.setUnavailable(true)
            var stream = try TestStream(hub)
            await feed.ready()
            _ = hub.join(stream.listener, after: nil)
            #expect(!source.requests.isEmpty)
            source.setUnavailable(false)
            try await eventually("a reset is received") {
                stream.receive()
                return stream.received.contains(nil)
            }
        }
    }

    @Test func `changes without open streams are delivered to a client that reconnects with an id`() async throws {
        try await Self.run { source, feed, hub in
            var first: TestStream? = try TestStream(hub)
            await feed.ready()
            let resumeID = try #require(first.flatMap { hub.join($0.listener, after: nil) })
            first = nil
            try await eventually("no stream is open", is: 0) { hub.count }
            try source.emit([Self.day(1)], of: Self.user)
            var stream = try TestStream(hub)
            await feed.ready()
            _ = hub.join(stream.listener, after: resumeID)
            try await eventually("the hint is received") {
                stream.receive()
                return stream.received == [LiveHint(kind: .day, date: PlainDate(dayNumber: 20_001), version: 1)]
            }
        }
    }

    @Test func `an event without a user concerns all, and one that says that anything changed is a reset`()
        async throws
    {
        try await Self.run { source, feed, hub in
            var stream = try TestStream(hub)
            await feed.ready()
            _ = hub.join(stream.listener, after: nil)
            try source.emit([BoardChanged(board: "week.streak")], of: .noUser)
            try await eventually("the hint is received") {
                stream.receive()
                return stream.received.last == LiveHint(kind: .board, id: "week.streak", version: 1)
            }
            try source.emit([BoardChanged(board: "week.logged"), BoardChanged(board: nil)], of: .noUser)
            try await eventually("a reset is received") {
                stream.receive()
                return stream.received.last == .some(nil)
            }
        }
    }
}
