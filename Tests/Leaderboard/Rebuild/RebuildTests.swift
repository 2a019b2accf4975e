import Calendar
import Contracts
import Foundation
import Leaderboard
import SeededRandom
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RebuildTests {
    private static let sources: [ServiceName] = [.profile, .diary]

    /// Returns random events of eight users.
    private static func randomEvents(_ fixture: LeaderboardFixture, seed: Int) throws -> [Event] {
        var random = SeededGenerator(seed: seed)
        let users = (0..<8).map { _ in UserID.make() }
        return try (0..<200).map { index in
            let user = index < users.count ? users[index] : users.randomElement(using: &random) ?? users[0]
            if index < users.count || Int.random(in: 0..<10, using: &random) == 0 {
                let profile = ProfileChanged(
                    name: ["Anna", "Bela", "Zoe"].randomElement(using: &random) ?? "Anna",
                    timeZone: ["UTC", "Asia/Kathmandu"].randomElement(using: &random) ?? "UTC",
                    dayStartHour: 0,
                    weekStart: 1,
                    shares: Shares(leaderboard: Int.random(in: 0..<4, using: &random) > 0)
                )
                return try fixture.event(profile, of: user, from: .profile)
            }
            let day = DayChanged(
                date: fixture.today.advanced(by: Int.random(in: -12...2, using: &random)),
                kcal: Double(Int.random(in: 0...25, using: &random) * 100),
                targetKcal: 2_000,
                entries: Int.random(in: 0...2, using: &random)
            )
            return try fixture.event(day, of: user, from: .diary)
        }
    }

    /// Returns the two pages of a source's snapshot after these events.
    private static func pages(_ source: ServiceName, _ events: [Event]) throws
        -> [(page: Snapshot.Reply, after: Snapshot.Position?)]
    {
        var facts: [String: Event] = [:]
        var last: Int64 = 0
        for event in events where event.source == source {
            last = event.sequence
            guard source == .diary else {
                facts[event.subject.description] = event
                continue
            }
            let day = try event.data.decode(DayChanged.self)
            facts["\(event.subject) \(day.date)"] = day.entries > 0 ? event : nil
        }
        let current = facts.sorted { $0.key < $1.key }.map(\.value)
        let people = Set(current.map(\.subject)).sorted()
        let middle = try #require(people.dropFirst(people.count / 2).first)
        let position = Snapshot.Position(subject: middle, key: "~")
        return [
            (
                Snapshot.Reply(
                    epoch: "epoch",
                    sequence: last,
                    events: current.filter { $0.subject <= middle },
                    next: position
                ), nil
            ),
            (
                Snapshot.Reply(
                    epoch: "epoch",
                    sequence: last,
                    events: current.filter { $0.subject > middle },
                    next: nil
                ),
                position
            ),
        ]
    }

    private static func reload(_ fixture: LeaderboardFixture, _ events: [Event]) async throws {
        for source in sources {
            let eventSubscriber =
                source == .profile
                ? ProfileSubscription.subscriber(fixture.boards) : DiarySubscription.subscriber(fixture.boards)
            let pages = try pages(source, events)
            for (page, position) in pages { try await fixture.store.apply(page, after: position, eventSubscriber) }
            let last = try #require(pages.first).page.sequence
            try await fixture.store.endReload(of: source, at: Beacon(epoch: "epoch", last: last))
        }
    }

    private static func status(_ fixture: LeaderboardFixture) async throws -> LeaderboardOperatorStatus.Reply {
        try await fixture.service.status(LeaderboardOperatorStatus(hasDigests: true))
    }

    @Test func `a rebuild restores the same boards`() async throws {
        try await LeaderboardFixture.use { fixture in
            let events = try Self.randomEvents(fixture, seed: 1)
            for event in events { #expect(try await fixture.apply(event)) }
            let before = try await Self.status(fixture)
            #expect(before.state == .settled)
            #expect(before.boards.contains { $0.people > 0 })
            _ = try await fixture.service.rebuild(LeaderboardOperatorRebuild(), .own())
            let begun = try await Self.status(fixture)
            #expect(begun.state == .reloading)
            #expect(begun.boards.allSatisfy { $0.people == 0 })
            try await Self.reload(fixture, events)
            try await fixture.rollover.run()
            #expect(try await Self.status(fixture) == before)
        }
    }

    @Test func `a rebuild without its sources recomputes the boards from the copies`() async throws {
        try await LeaderboardFixture.use { fixture in
            for event in try Self.randomEvents(fixture, seed: 2) { #expect(try await fixture.apply(event)) }
            let before = try await Self.status(fixture)
            _ = try await fixture.service.rebuild(LeaderboardOperatorRebuild(), .own())
            #expect(try await Self.status(fixture).due == 8)
            try await fixture.rollover.run()
            let after = try await Self.status(fixture)
            #expect(after.state == .reloading)
            #expect(after.boards == before.boards)
        }
    }

    @Test func `a rebuild that fails to start deletes nothing`() async throws {
        try await LeaderboardFixture.use { fixture in
            for event in try Self.randomEvents(fixture, seed: 5) { #expect(try await fixture.apply(event)) }
            let before = try await Self.status(fixture)
            // Makes the last step fail, as if the process ended there.
            _ = try await fixture.store.write { transaction in
                try transaction.execute(
                    """
                    CREATE TRIGGER breaks BEFORE UPDATE ON cursor WHEN NEW.source = 'diary' AND NEW.epoch = ''
                    BEGIN SELECT RAISE(ABORT, 'broken off'); END
                    """
                )
            }
            await #expect(throws: (any Error).self) {
                try await fixture.service.rebuild(LeaderboardOperatorRebuild(), .own())
            }
            #expect(try await Self.status(fixture) == before)
        }
    }

    @Test(arguments: [0, 40, 120]) func `a rebuild during events ends with the same boards`(half: Int) async throws {
        try await LeaderboardFixture.use { whole in
            let events = try Self.randomEvents(whole, seed: 3)
            for event in events { #expect(try await whole.apply(event)) }
            let expected = try await Self.status(whole)
            try await LeaderboardFixture.use { fixture in
                let applied = Array(events.prefix(60 + half))
                for event in applied { #expect(try await fixture.apply(event)) }
                _ = try await fixture.service.rebuild(LeaderboardOperatorRebuild(), .own())
                // The rollover runs before the reload is complete.
                try await fixture.rollover.run()
                try await Self.reload(fixture, applied)
                for event in events.dropFirst(applied.count) { #expect(try await fixture.apply(event)) }
                try await fixture.rollover.run()
                #expect(try await Self.status(fixture) == expected)
            }
        }
    }

    @Test func `a rebuild removes lines without a user and corrects wrong ones`() async throws {
        try await LeaderboardFixture.use { fixture in
            let events = try Self.randomEvents(fixture, seed: 4)
            for event in events { #expect(try await fixture.apply(event)) }
            let before = try await Self.status(fixture)
            try await fixture.store.write { transaction in
                try transaction.execute("INSERT INTO standing VALUES (0, 999, 'Ghost', 'nobody')")
                try transaction.execute("UPDATE bucket SET people = people + 3")
                try transaction.execute("DELETE FROM streak")
            }
            #expect(try await Self.status(fixture) != before)
            _ = try await fixture.service.rebuild(LeaderboardOperatorRebuild(), .own())
            try await Self.reload(fixture, events)
            try await fixture.rollover.run()
            #expect(try await Self.status(fixture) == before)
        }
    }
}
