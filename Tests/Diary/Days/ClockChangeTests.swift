import Calendar
import Contracts
import Diary
import Foundation
import ServiceKit
import TestSupport
import Testing

/// Clock changes at night, dates that do not exist, and travel.
@Suite(.timeLimit(.minutes(5))) struct ClockChangeTests {
    private static let cases = [
        // Clocks change from 3 to 4: the hour of the day's start does not exist.
        DayBoundary(zone: "Europe/Kyiv", startHour: 3, utc: "2026-03-29T00:59:59Z", today: "2026-03-28"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 3, utc: "2026-03-29T01:00:00Z", today: "2026-03-29"),
        // Clocks change from 4 to 3: the day starts at the second 4 o'clock.
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-10-25T00:59:59Z", today: "2026-10-24"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-10-25T01:00:00Z", today: "2026-10-24"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-10-25T01:59:59Z", today: "2026-10-24"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 4, utc: "2026-10-25T02:00:00Z", today: "2026-10-25"),
        // The day starts at the first 3 o'clock, and the second one does not undo that.
        DayBoundary(zone: "Europe/Kyiv", startHour: 3, utc: "2026-10-24T23:59:59Z", today: "2026-10-24"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 3, utc: "2026-10-25T00:00:00Z", today: "2026-10-25"),
        DayBoundary(zone: "Europe/Kyiv", startHour: 3, utc: "2026-10-25T01:00:00Z", today: "2026-10-25"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 2, utc: "2026-03-08T09:59:59Z", today: "2026-03-07"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 2, utc: "2026-03-08T10:00:00Z", today: "2026-03-08"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 1, utc: "2026-11-01T08:00:00Z", today: "2026-11-01"),
        DayBoundary(zone: "America/Los_Angeles", startHour: 1, utc: "2026-11-01T09:00:00Z", today: "2026-11-01"),
        // Samoa crossed the date line: 30 December 2011 did not exist.
        DayBoundary(zone: "Pacific/Apia", startHour: 0, utc: "2011-12-30T09:59:59Z", today: "2011-12-29"),
        DayBoundary(zone: "Pacific/Apia", startHour: 0, utc: "2011-12-30T10:00:00Z", today: "2011-12-31"),
        // No clock change.
        DayBoundary(zone: "Asia/Bangkok", startHour: 4, utc: "2026-03-28T20:59:59Z", today: "2026-03-28"),
        DayBoundary(zone: "Asia/Kathmandu", startHour: 4, utc: "2026-10-24T22:15:00Z", today: "2026-10-25"),
    ]

    @Test(arguments: cases.indices)
    func `a day begins once, even when clocks change at night`(index: Int) throws {
        let boundary = Self.cases[index]
        let now = try boundary.now()
        let today = UserDay.today(now: now, timeZone: boundary.zone, dayStartHour: boundary.startHour)
        #expect(today.description == boundary.today)
    }

    @Test(arguments: ["Europe/Kyiv", "Asia/Bangkok", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Apia"])
    func `in a fixed time zone today never goes back`(zone: String) throws {
        let begin = try Date("2011-01-01T00:00:00Z", strategy: .iso8601)
        // Clocks change between midnight and 4 o'clock.
        for startHour in [0, 2, 3, 4] {
            var before = UserDay.today(now: begin, timeZone: zone, dayStartHour: startHour)
            // Every half hour of the year in which Samoa skipped a date.
            for halfHour in 1...(2 * 24 * 365) {
                let now = begin.addingTimeInterval(Double(halfHour) * 1_800)
                let today = UserDay.today(now: now, timeZone: zone, dayStartHour: startHour)
                if today < before { Issue.record("back to \(today) at \(now), with days from \(startHour) o'clock") }
                before = today
            }
        }
    }

    @Test func `a streak breaks at the date that Samoa skipped`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setPerson(zone: "Pacific/Apia")
            for utc in ["2011-12-29T20:00:00Z", "2011-12-30T20:00:00Z"] {
                try diary.clock.set(utc)
                let request = DiaryEntriesAdd(date: .today, meal: .lunch, amount: quick(kcal: 1))
                _ = try await diary.service.add(request, diary.context())
            }
            let progress = try await diary.service.progress(DiaryProgress(), diary.context())
            #expect(progress.items.map(\.loggedDays) == [0, 0, 0, 0, 1, 0, 1])
            #expect(progress.streaks.logged == 1)
        }
    }
}
