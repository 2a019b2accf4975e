import Contracts
import Events
import MessageBus
import Storage
import Testing

/// Tests the copies of events for observers.
@Suite(.timeLimit(.minutes(5)))
struct ObserverTests {
    /// A message on the topics of the test.
    private enum Received {
        case beacon(Beacon)
        case copy(Event)

        init(_ bytes: [UInt8]) throws {
            if let event = try? PayloadCoder.decodeReply(Event.self, from: bytes) {
                self = .copy(event)
            } else {
                self = .beacon(try PayloadCoder.decodeReply(Beacon.self, from: bytes))
            }
        }
    }

    @Test func `an event is copied while an onlooker wants its type, and not before`() async throws {
        try await EventsFixture.run { fixture in
            try await fixture.withPublisher { store, _ in
                try await fixture.withSubscription { _, _, bus in
                    let topics = [Beacon.topic(of: EventsFixture.source), DayChanged.type.topic]
                    var received = bus.subscribe(topics, keeping: 1_000).makeAsyncIterator()
                    let user = UserID.make()
                    try await store.set(user, 1, kcal: 1)
                    // A beacon after the event shows that its copy would have arrived.
                    var last: Int64 = 0
                    while last < 1 {
                        guard case .beacon(let beacon) = try Received(try #require(await received.next())) else {
                            Issue.record("An event was copied that no onlooker wants.")
                            return
                        }
                        last = beacon.last
                    }
                    let other = try PayloadCoder.encode(EventsWanted(types: [FoodLogged.type]))
                    bus.publish(EventsWanted.topic, other)
                    let announcement = try PayloadCoder.encode(EventsWanted(types: [DayChanged.type]))
                    var copy: Event?
                    var day = 2
                    while copy == nil {
                        bus.publish(EventsWanted.topic, announcement)
                        try await store.set(user, day, kcal: 1)
                        day += 1
                        if case .copy(let event) = try Received(try #require(await received.next())) { copy = event }
                    }
                    #expect(copy?.type == DayChanged.type)
                    #expect(copy?.sequence ?? 0 > 1)
                }
            }
        }
    }
}
