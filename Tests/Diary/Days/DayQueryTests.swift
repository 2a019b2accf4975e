import Calendar
import Contracts
import Diary
import Testing

@Suite struct DayQueryTests {
    @Test func `a day has its totals, target, remainder and week`() async throws {
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            try await diary.setPerson(weekStart: 7)
            try await diary.setTarget(2_000, from: march(1))
            try await diary.add(quick(kcal: 300), on: march(8))
            try await diary.add(quick(kcal: 999), on: march(7))
            try await diary.add(quick(kcal: 20), on: march(14))
            try await diary.add(EntryAmount(foodId: food.id, grams: 100), meal: .breakfast)
            try await diary.add(quick(kcal: 100.5, proteinG: 1), meal: .snack)
            let day = try await diary.day()
            #expect(day.date == DiaryFixture.today)
            #expect(day.meals.map(\.entries.count) == [1, 0, 0, 1])
            #expect(day.totals.kcal == 359.5)
            #expect(day.totals.proteinG == 9.5)
            #expect(day.totals.sugarG == nil)
            #expect(day.incomplete == ["fatG", "carbohydrateG", "fiberG", "sugarG", "saltG"])
            #expect(day.remaining?.kcal == 1_640.5)
            #expect((day.week.from, day.week.kcal, day.week.totals.kcal) == (march(8), 679.5, 679.5))
            #expect((day.week.targetKcal, day.week.remaining) == (14_000, 13_320.5))
            #expect((day.week.totals.proteinG, day.week.totals.fiberG, day.week.totals.sugarG) == (9.5, 5.8, nil))
            #expect(day.week.incomplete == Nutrient.allCases.map(\.rawValue))
            #expect(day.week.remainingNutrients?.proteinG == 690.5)
            let month = DiaryDay.Month(from: march(1), kcal: 1_678.5, targetKcal: 62_000, remaining: 60_321.5)
            #expect(day.month == month)
        }
    }

    @Test func `days of one answer have the months that contain them`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            for (day, kcal) in [(-20, 1.0), (0, 20), (1, 300), (31, 4_000), (32, 5_000)] {
                try await diary.add(quick(kcal: kcal), on: march(day))
            }
            let request = DiaryDays(from: .date(march(0)), to: .date(march(2)))
            let days = try await diary.service.days(request.checked(), diary.context()).items
            #expect(days.map(\.month.from) == [march(-27), march(1), march(1)])
            #expect(days.map(\.month.kcal) == [21, 4_300, 4_300])
            #expect(days.map(\.month.targetKcal) == [56_000, 62_000, 62_000])
            #expect(try await diary.day(march(32)).month.kcal == 5_000)
        }
    }

    @Test func `a day without a target has no remainder`() async throws {
        try await DiaryFixture.use { diary in
            let day = try await diary.day()
            #expect(day.target == nil)
            #expect(day.remaining == nil)
            #expect(day.week.targetKcal == nil)
        }
    }

    @Test func `a page of days equals the single days`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(1_800, from: march(5))
            for date in 1...12 { try await diary.add(quick(kcal: Double(date)), on: march(date)) }
            try await diary.setTarget(2_200, from: march(9))
            let request = DiaryDays(from: .date(march(4)), to: .today)
            let days = try await diary.service.days(request, diary.context()).items
            #expect(days.map(\.date) == (4...10).map(march))
            for day in days { #expect(try await diary.day(day.date) == day) }
            #expect(days.map { $0.target?.dailyKcal } == [1_800, 1_800, 1_800, 1_800, 1_800, 2_200, 2_200])
        }
    }

    @Test func `a span that is too long or reversed is refused`() async throws {
        try await DiaryFixture.use { diary in
            func fields(_ from: PlainDate, _ to: PlainDate) async throws -> [String] {
                do {
                    let request = DiaryDays(from: .date(from), to: .date(to))
                    return ["\(try await diary.service.days(request.checked(), diary.context()).items.count)"]
                } catch let error as ServiceError {
                    return error.details.map(\.field)
                }
            }
            #expect(try await fields(march(1), march(31)) == ["31"])
            #expect(try await fields(march(1), march(32)) == ["to"])
            #expect(try await fields(march(2), march(1)) == ["to"])
            let (early, late) = (try #require(PlainDate("1899-12-31")), try #require(PlainDate("2201-01-01")))
            #expect(try await fields(early, late) == ["from", "to"])
        }
    }

    @Test func `a date outside the allowed years is refused`() async throws {
        try await DiaryFixture.use { diary in
            let error = await #expect(throws: ServiceError.self) {
                try await diary.day(try #require(PlainDate("0001-01-01")))
            }
            #expect(error?.details.map(\.field) == ["date"])
        }
    }
}
