import Calendar
import Contracts
import Diary
import Storage
import Testing

/// The columns, statements and sums of the diary follow from the list of nutrients.
@Suite(.timeLimit(.minutes(1)))
struct NutrientListTests {
    @Test func `the tables have a column for each nutrient`() async throws {
        let columns = Nutrient.allCases.map(\.column)
        let tables = ["day_total": columns, "entry": columns + columns.map { "\($0)_per_100_g" }]
        try await DiaryFixture.use { diary in
            // Of an opened database, because the list of the baseline never changes.
            for (table, columns) in tables {
                let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE user_id = ?"
                await #expect(throws: Never.self, "\(table)") {
                    try await diary.store.read { _ = try $0.rows(sql, [diary.user.description]) }
                }
            }
        }
    }

    @Test(arguments: Nutrient.allCases)
    func `a nutrient that some amounts lack is summed and named as incomplete`(nutrient: Nutrient) {
        var known = Nutrients(kcal: 1)
        known[nutrient] = 2.25
        let sum = Nutrients.sum(of: [known, Nutrients(kcal: 2), known])
        #expect(sum == Nutrients(kcal: 4, NutrientAmounts { $0 == nutrient ? 4.5 : nil }))
        #expect(Nutrients.incomplete(in: [known, Nutrients(kcal: 2)]) == Nutrient.allCases.map(\.rawValue))
        let others = Nutrient.allCases.filter { $0 != nutrient }.map(\.rawValue)
        #expect(Nutrients.incomplete(in: [known]) == others)
        #expect(NutrientSet(nutrient).names == [nutrient.rawValue])
    }

    @Test(arguments: Nutrient.allCases)
    func `the stored total of a day knows what its entries know`(nutrient: Nutrient) async throws {
        try await DiaryFixture.use { diary in
            func expectWeek(_ entries: [DiaryEntry]) async throws {
                let (week, nutrients) = (try await diary.day().week, entries.map(\.nutrients))
                #expect(week.totals == .sum(of: nutrients))
                #expect(week.incomplete == Nutrients.incomplete(in: nutrients))
            }
            var amount = quick(kcal: 100)
            amount[nutrient] = 1.25
            let one = try await diary.add(amount)
            #expect(one.nutrients[nutrient] == 1.25)
            try await expectWeek([one])
            let other = try await diary.add(quick(kcal: 50))
            try await expectWeek([one, other])
            // Through the statement that changes a total, and the one that adds a day up again.
            amount[nutrient] = 3.5
            let put = DiaryEntriesPut(
                id: one.id,
                ifVersion: one.version,
                date: .date(one.date),
                meal: .lunch,
                amount: amount
            )
            let changed = try await diary.service.put(put, diary.context()).value
            #expect(changed.nutrients[nutrient] == 3.5)
            try await expectWeek([changed, other])
            _ = try await diary.service.remove(DiaryEntriesRemove(id: other.id), diary.context())
            try await expectWeek([changed])
        }
    }
}
