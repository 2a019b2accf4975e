import Calendar
import Contracts
import Diary
import Foundation
import Storage
import Testing

@Suite struct RandomChangesTests {
    /// Makes random additions, changes, moves, copies and removals over some days.
    private func change(_ diary: DiaryFixture, _ foods: [Food], seed: Int) async throws {
        var user = RandomUser(diary, foods, seed: seed)
        for _ in 0..<200 { try await user.act() }
        #expect(!user.model.entries.isEmpty)
        #expect(user.done.values.allSatisfy { $0 > 0 }, "\(user.done)")
        try await expect(user.model.entries, in: diary)
    }

    /// Expects exactly these entries, and sums that match them.
    private func expect(_ entries: [DiaryEntry], in diary: DiaryFixture) async throws {
        let span = DiaryProgress(from: .date(march(1)), to: .date(march(6)))
        let items = try await diary.service.progress(span, diary.context()).items
        let published = Dictionary(try await diary.published().map { ($0.date, $0) }) { $1 }
        for (date, item) in zip((1...6).map(march), items) {
            let expected = entries.filter { $0.date == date }
            let kcal = expected.reduce(0) { $0 + $1.nutrients.kcal }.inHundredths
            let protein = expected.reduce(0) { $0 + ($1.nutrients.proteinG ?? 0) }.inHundredths
            let day = try await diary.day(date)
            #expect(Set(day.meals.flatMap(\.entries).map(\.id)) == Set(expected.map(\.id)))
            #expect(day.meals.flatMap(\.entries).allSatisfy(expected.contains))
            #expect(day.totals.kcal == kcal)
            #expect(item.kcal == kcal)
            #expect(item.proteinG == protein)
            let totals = Nutrients.sum(of: expected.map(\.nutrients))
            #expect((item.fiberG, item.sugarG, item.saltG) == (totals.fiberG, totals.sugarG, totals.saltG))
            #expect(item.incomplete == Nutrients.incomplete(in: expected.map(\.nutrients)))
            #expect(item.loggedDays == (expected.isEmpty ? 0 : 1))
            #expect(published[date]?.kcal ?? 0 == kcal)
            #expect(published[date]?.entries ?? 0 == expected.count)
            let week = entries.filter { DayMath.firstDayOfWeek(of: $0.date, startingOn: 1) == day.week.from }
            #expect(day.week.totals == Nutrients.sum(of: week.map(\.nutrients)))
            #expect(day.week.incomplete == Nutrients.incomplete(in: week.map(\.nutrients)))
            for meal in day.meals {
                let positions = meal.entries.map(\.position)
                #expect(Set(positions).count == positions.count)
                #expect(positions == positions.sorted())
            }
        }
        try await expectUses(entries, in: diary)
    }

    /// Expects that stored and published uses of foods match the entries.
    private func expectUses(_ entries: [DiaryEntry], in diary: DiaryFixture) async throws {
        let expected = FoodUseRecomputation(entries)
        #expect(try await FoodUseRecomputation.stored(in: diary) == expected.uses)
        let published = try await diary.events(FoodLogged.type).map { try $0.data.decode(FoodLogged.self) }
        let last = Dictionary(published.map { ($0.foodId, $0) }) { $1 }
        #expect(last.filter { $0.value.count > 0 } == expected.published)
        let page = try await diary.store.snapshot(Snapshot(after: nil), of: .diary, DiaryFixture.snapshot)
        let facts = try page.events.filter { $0.type == FoodLogged.type }.map { try $0.data.decode(FoodLogged.self) }
        #expect(Dictionary(facts.map { ($0.foodId, $0) }) { $1 } == expected.published)
        for meal in [nil] + Meal.allCases {
            let reply = try await diary.service.recentFoods(DiaryFoodsRecent(meal: meal), diary.context())
            #expect(reply.items == expected.recent(meal))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `after random changes all totals and uses match the remaining entries`(seed: Int) async throws {
        try await DiaryFixture.use { diary in
            var foods = [bread(), bread()]
            foods[1].kcal = 41.37
            foods[1].proteinG = 0.93
            for food in foods { diary.catalog.put(food) }
            try await change(diary, foods, seed: seed)
        }
    }

    @Test func `concurrent changes add up`() async throws {
        try await DiaryFixture.use { diary in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...60 {
                    group.addTask { try await diary.add(quick(kcal: Double(number) / 100), meal: .dinner) }
                }
                try await group.waitForAll()
            }
            let day = try await diary.day()
            #expect(day.totals.kcal == 18.3)
            #expect(day.meals[2].entries.map(\.position) == Array(0..<60))
        }
    }
}
