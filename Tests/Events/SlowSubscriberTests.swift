import Contracts
import Storage
import TestSupport
import Testing

/// Tests that a slow or absent subscriber affects only itself.
@Suite(.timeLimit(.minutes(5)))
struct SlowSubscriberTests {
    private static let eventCount = 1_000

    private static func publishManyDays(_ source: Store) async throws {
        let people = (0..<10).map { _ in UserID.make() }
        for number in 0..<eventCount {
            try await source.set(people[number % people.count], number % 50, kcal: Double(number))
        }
    }

    @Test func `a stalled subscriber blocks no change of its source, and catches up afterwards`()
        async throws
    {
        try await EventsFixture.run { fixture in
            let gate = Gate()
            let slow = DayService.stallingFollower(at: gate)
            try await fixture.withSource { source in
                try await fixture.withSubscriber(slow) { subscriber in
                    // Also if a later statement throws, so that the store can be closed.
                    defer { gate.open() }
                    try await source.set(.make(), 1, kcal: 1)
                    try await eventually("the subscriber stands still", is: 1) { gate.arrivalCount }
                    // All of this is committed while the subscriber applies its first event.
                    try await Self.publishManyDays(source)
                    #expect(try await source.beacon().last == Int64(Self.eventCount + 1))
                    #expect(try await subscriber.cursor(of: EventsFixture.source).sequence == 0)
                    gate.open()
                    try await EventsFixture.waitUntilEqual(source, subscriber)
                }
            }
        }
    }

    @Test func `a subscriber that was absent receives everything`() async throws {
        try await EventsFixture.run { fixture in
            try await fixture.withSource { try await Self.publishManyDays($0) }
            try await fixture.catchUp()
        }
    }
}
