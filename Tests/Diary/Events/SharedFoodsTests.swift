import Calendar
import Contracts
import Diary
import Foundation
import Storage
import TestSupport
import Testing

/// Published foods of users that share them.
@Suite(.timeLimit(.minutes(5)))
struct SharedFoodsTests {
    private static func profile(leaderboard: Bool = true, foods: Bool = true, zone: String = "UTC") -> ProfileChanged {
        ProfileChanged(
            name: "Olena",
            timeZone: zone,
            dayStartHour: 0,
            weekStart: 1,
            shares: Shares(leaderboard: leaderboard, foods: foods)
        )
    }

    /// Returns the published shared days, without the first ones.
    private static func published(_ diary: DiaryFixture, after: Int = 0) async throws -> [DayShared] {
        try await diary.events(DayShared.type).dropFirst(after).map { try $0.data.decode(DayShared.self) }
    }

    /// Returns the names of foods in the last event of each day.
    private static func days(_ published: [DayShared]) -> [PlainDate: [String]] {
        published.reduce(into: [:]) { days, day in days[day.date] = day.foods.map(\.name) }
    }

    @Test func `each change publishes the shared foods in the order of the day`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.receive(Self.profile())
            let food = bread()
            diary.catalog.put(food)
            let soup = try await diary.add(quick("Soup", kcal: 300), meal: .dinner)
            diary.clock.advance(days: 0.01)
            let slice = try await diary.add(EntryAmount(foodId: food.id, grams: 50), meal: .breakfast)
            var published = try await Self.published(diary)
            #expect(published.map { $0.foods.map(\.name) } == [["Soup"], ["Rye bread", "Soup"]])
            let foods = [
                DayShared.SharedFood(
                    id: slice.id,
                    meal: .breakfast,
                    foodId: food.id,
                    name: "Rye bread",
                    grams: 50,
                    nutrients: slice.nutrients
                ),
                DayShared.SharedFood(
                    id: soup.id,
                    meal: .dinner,
                    name: "Soup",
                    grams: nil,
                    nutrients: Nutrients(kcal: 300)
                ),
            ]
            #expect(published.last?.foods == foods)
            #expect(published.last?.latestAt == slice.at)
            var move = DiaryEntriesUpdate(id: slice.id)
            move.date = .date(march(9))
            _ = try await diary.service.update(move, diary.context())
            published = try await Self.published(diary)
            #expect(Self.days(published) == [march(9): ["Rye bread"], march(10): ["Soup"]])
            _ = try await diary.service.remove(DiaryEntriesRemove(id: slice.id), diary.context())
            #expect(try await Self.published(diary).last == DayShared(date: march(9), foods: []))
        }
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `without sharing no foods are published`(leaderboard: Bool, foods: Bool) async throws {
        try await DiaryFixture.use { diary in
            try await diary.add(quick(kcal: 100))
            try await diary.receive(Self.profile(leaderboard: leaderboard, foods: foods))
            try await diary.add(quick(kcal: 200))
            #expect(try await Self.published(diary).isEmpty)
            #expect(try await diary.published().count == 2)
        }
    }

    @Test func `shared foods are published for recent and future days, not for older ones`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.receive(Self.profile())
            for date in [2, 3, 10, 17] { try await diary.add(quick("Soup", kcal: 1), on: march(date)) }
            #expect(try await Self.published(diary).map(\.date) == [3, 10, 17].map(march))
            // The user's time zone decides which days are recent.
            try await diary.receive(Self.profile(zone: "Pacific/Kiritimati"))
            try await diary.add(quick(kcal: 1), on: march(3))
            #expect(try await Self.published(diary).count == 3)
        }
    }

    @Test func `starting to share publishes the recent days, and stopping publishes them empty`() async throws {
        try await DiaryFixture.use { diary in
            for date in [2, 3, 9, 10, 12] { try await diary.add(quick("Soup", kcal: 1), on: march(date)) }
            try await diary.receive(Self.profile())
            let begun = try await Self.published(diary)
            let days = [3, 9, 10, 12].map(march)
            #expect(Self.days(begun).filter { $0.value == ["Soup"] }.keys.sorted() == days)
            // Another change of the profile publishes nothing.
            try await diary.receive(Self.profile(zone: "Europe/Kyiv"))
            #expect(try await Self.published(diary).count == 4)
            try await diary.receive(Self.profile(leaderboard: false))
            let ended = try await Self.published(diary, after: 4)
            #expect(Self.days(ended).filter { $0.value.isEmpty }.keys.sorted() == days)
            try await diary.add(quick(kcal: 1))
            #expect(try await Self.published(diary).count == 8)
        }
    }

    @Test func `shared foods of a long day are limited in number and name length`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.receive(Self.profile())
            let name = String(repeating: "ї", count: 150)
            for _ in 0...DayShared.foodsMax { try await diary.add(quick(name, kcal: 1)) }
            let last = try #require(try await Self.published(diary).last)
            #expect(last.foods.count == DayShared.foodsMax)
            #expect(last.foods.allSatisfy { $0.name == String(name.prefix(DayShared.nameLengthMax)) })
        }
    }

    @Test func `the snapshot contains shared foods as in the last events`() async throws {
        try await DiaryFixture.use { diary in
            let other = UserID.make()
            try await diary.receive(Self.profile())
            for date in [2, 3, 10, 12] { try await diary.add(quick("Soup", kcal: 1), on: march(date)) }
            try await diary.add(quick(kcal: 1), as: other)
            let page = try await diary.store.snapshot(Snapshot(after: nil), of: .diary, DiaryFixture.snapshot)
            let facts = page.events.filter { $0.type == DayShared.type }
            #expect(facts.allSatisfy { $0.subject == diary.user })
            var days: [DayShared] = []
            for fact in facts { days.append(try fact.data.decode(DayShared.self)) }
            let published = try await Self.published(diary)
            #expect(days == published)
        }
    }
}
