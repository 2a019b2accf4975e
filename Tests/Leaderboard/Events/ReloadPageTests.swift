import Calendar
import Contracts
import Leaderboard
import Storage
import Testing

/// Applies snapshots of the diaries page by page and checks the boards.
@Suite struct ReloadPageTests {
    @Test func `a user on several pages keeps their scores during a reload`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Anna")
            let days = try (0..<130).map { day in
                let date = fixture.today.advanced(by: day - 129)
                let changed = DayChanged(date: date, kcal: 2_000, targetKcal: 2_000, entries: 3)
                return try fixture.event(changed, of: user, from: .diary)
            }
            for day in days { try await fixture.apply(day) }
            let before = try await fixture.top(.streak, .month, as: user)
            #expect(before.me?.score != nil)
            var (position, rest): (Snapshot.Position?, ArraySlice<Event>) = (nil, days[...])
            repeat {
                let events = Array(rest.prefix(40))
                rest = rest.dropFirst(40)
                let next = rest.isEmpty ? nil : try events.last?.snapshotPosition()
                let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: events, next: next)
                try await fixture.store.apply(page, after: position, DiarySubscription.subscriber(fixture.boards))
                let scores = try await fixture.top(.streak, .month, as: user)
                #expect(scores.me?.score == before.me?.score)
                position = next
            } while position != nil
        }
    }

    @Test func `days that the diary no longer has leave streaks and scores`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Anna")
            let days = try (0..<10).map { day in
                let date = fixture.today.advanced(by: -day)
                let changed = DayChanged(date: date, kcal: 2_000, targetKcal: 2_000, entries: 3)
                return try fixture.event(changed, of: user, from: .diary)
            }
            for day in days { try await fixture.apply(day) }
            let remaining = Array([days[0], days[1], days[4]].reversed())
            let page = Snapshot.Reply(epoch: "restored", sequence: 9, events: remaining, next: nil)
            try await fixture.store.apply(page, after: nil, DiarySubscription.subscriber(fixture.boards))
            #expect(try await fixture.score(user, .streak, .month) == 2)
            let nothing = Snapshot.Reply(epoch: "restored", sequence: 9, events: [], next: nil)
            try await fixture.store.apply(nothing, after: nil, DiarySubscription.subscriber(fixture.boards))
            #expect(try await fixture.score(user, .streak, .month) == nil)
        }
    }
}
