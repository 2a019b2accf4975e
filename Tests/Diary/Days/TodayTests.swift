import Calendar
import Contracts
import Diary
import Foundation
import TestSupport
import Testing

@Suite struct TodayTests {
    private static let cases = [
        // Kyiv is at +2 in winter and at +3 in summer.
        DayBoundary(zone: "Europe/Kyiv", startHour: 0, utc: "2026-01-31T21:59:59Z", today: "2026-01-31"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 0, utc: "2026-01-31T22:00:00Z", today: "2026-02-01"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 0, utc: "2026-07-31T21:00:00Z", today: "2026-08-01"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-02-01T01:59:59Z", today: "2026-01-31"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-02-01T02:00:00Z", today: "2026-02-01"),
        DayBoundary(zone: "Asia/Bangkok", startHour: 0, utc: "2026-03-10T16:59:59Z", today: "2026-03-10"),
        DayBoundary(zone: "Asia/Bangkok", startHour: 0, utc: "2026-03-10T17:00:00Z", today: "2026-03-11"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 0, utc: "2026-01-01T07:59:59Z", today: "2025-12-31"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 4, utc: "2026-07-01T10:59:59Z", today: "2026-06-30"),
        DayBoundary(zone: "Asia/Kathmandu", startHour: 0, utc: "2026-03-10T18:14:59Z", today: "2026-03-10"),
        DayBoundary(zone: "Asia/Kathmandu", startHour: 0, utc: "2026-03-10T18:15:00Z", today: "2026-03-11"),
        DayBoundary(zone: "Pacific/Apia", startHour: 0, utc: "2026-03-10T10:59:59Z", today: "2026-03-10"),
        DayBoundary(zone: "Pacific/Apia", startHour: 0, utc: "2026-03-10T11:00:00Z", today: "2026-03-11"),
        DayBoundary(zone: "Pacific/Apia", startHour: 4, utc: "2026-03-10T14:59:59Z", today: "2026-03-10"),
    ]

    @Test(arguments: cases.indices)
    func `today follows the user's time zone and start of the day`(index: Int) async throws {
        let boundary = Self.cases[index]
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: boundary.zone, dayStartHour: boundary.startHour)
            diary.clock.now = try boundary.now()
            let request = DiaryEntriesAdd(date: .today, meal: .snack, amount: quick(kcal: 5))
            let entry = try await diary.service.add(request, diary.context()).value
            #expect(entry.date.description == boundary.today)
            let day = try await diary.service.day(DiaryDayGet(date: .today), diary.context())
            #expect(day.date == entry.date)
            #expect(day.totals.kcal == 5)
        }
    }

    @Test func `a user without settings has UTC and weeks from Monday`() async throws {
        try await DiaryFixture.use { diary in
            try diary.clock.set("2026-03-10T23:59:59Z")
            let day = try await diary.service.day(DiaryDayGet(date: .today), diary.context())
            #expect(day.date == march(10))
            #expect(day.week.from == march(9))
        }
    }
}

/// A moment, and the date in a time zone with a start of the day.
struct DayBoundary: Sendable {
    let zone: String
    let startHour: Int
    let utc: String
    let today: String

    func now() throws -> Date { try Date(utc, strategy: .iso8601) }
}
