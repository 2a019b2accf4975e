import Calendar
import Foundation
import SeededRandom
import ServiceKit
import Testing

/// Dates of users in one time zone follow each other, whatever happens to the clocks.
@Suite(.timeLimit(.minutes(5))) struct TodayNeverGoesBackTests {
    /// A time zone and a start of the day.
    private struct DaySettings: Hashable, CustomStringConvertible {
        let zone: String
        let startHour: Int

        var description: String { "\(zone), days from \(startHour) o'clock" }

        func today(_ now: Date) -> PlainDate {
            UserDay.today(now: now, timeZone: zone, dayStartHour: startHour)
        }
    }

    /// Settings with clocks that are set back across the start of the day, so that it begins twice.
    ///
    /// Clocks change by two or three hours on stations in Antarctica, and at a quarter to four on the Chatham Islands.
    private static let exceptions: Set<DaySettings> = [
        DaySettings(zone: "Antarctica/Troll", startHour: 2),
        DaySettings(zone: "Antarctica/Vostok", startHour: 1),
        DaySettings(zone: "Antarctica/Casey", startHour: 1), DaySettings(zone: "Antarctica/Casey", startHour: 2),
        DaySettings(zone: "Antarctica/Casey", startHour: 22), DaySettings(zone: "Antarctica/Casey", startHour: 23),
        DaySettings(zone: "Pacific/Chatham", startHour: 3), DaySettings(zone: "NZ-CHAT", startHour: 3),
    ]

    /// 2020 to 2037, for which the rules of time zones are known or predicted.
    private static let moments = 1_577_836_800.0..<2_145_916_800.0
    private static let hours = 4.0

    /// Returns the first time around a moment at which today is earlier than before.
    private func firstStepBack(_ settings: DaySettings, around middle: Date) -> Date? {
        let begin = middle.addingTimeInterval(-Self.hours * 3_600)
        var before = settings.today(begin)
        // Clocks change at full minutes, mostly at quarters of an hour.
        for minutes in stride(from: 5, through: 2 * Self.hours * 60, by: 5) {
            let now = begin.addingTimeInterval(minutes * 60)
            let today = settings.today(now)
            if today < before { return now }
            before = today
        }
        return nil
    }

    @Test(arguments: [1, 2, 3, 4])
    func `today never goes back, in any time zone and with any start of the day`(seed: Int) throws {
        var numbers = SeededGenerator(seed: seed)
        let zones = TimeZone.knownTimeZoneIdentifiers
        var switches = 0
        for _ in 0..<1_000 {
            let zone = try #require(zones.randomElement(using: &numbers))
            let settings = DaySettings(zone: zone, startHour: Int.random(in: 0...23, using: &numbers))
            let moment = Date(timeIntervalSince1970: Double.random(in: Self.moments, using: &numbers).rounded())
            // Most moments have no clock change, so half of the samples use the next one.
            let next = TimeZone(identifier: zone)?.nextDaylightSavingTimeTransition(after: moment)
            let middle = Bool.random(using: &numbers) ? next ?? moment : moment
            if middle != moment { switches += 1 }
            guard !Self.exceptions.contains(settings), let back = firstStepBack(settings, around: middle) else {
                continue
            }
            Issue.record("\(settings): an earlier day from \(back.formatted(.iso8601)) on")
        }
        #expect(switches > 50)
    }

    @Test func `today never goes back at clock changes, with a day start at any hour`() throws {
        let begin = Date(timeIntervalSince1970: Self.moments.lowerBound)
        for zone in ["Europe/Kyiv", "America/Los_Angeles", "Australia/Lord_Howe", "Atlantic/Azores", "America/Havana"] {
            let known = try #require(TimeZone(identifier: zone))
            var switches: [Date] = []
            while switches.count < 6, let next = known.nextDaylightSavingTimeTransition(after: switches.last ?? begin) {
                switches.append(next)
            }
            #expect(switches.count == 6, "\(zone)")
            for startHour in 0...23 {
                let settings = DaySettings(zone: zone, startHour: startHour)
                for moment in switches { #expect(firstStepBack(settings, around: moment) == nil, "\(settings)") }
            }
        }
    }

    /// Checks known exceptions, so that the list above contains only real ones.
    @Test(arguments: [
        DayBoundary(zone: "Antarctica/Troll", startHour: 2, utc: "2026-10-25T01:00:00Z", today: "2026-10-24"),
        DayBoundary(zone: "Pacific/Chatham", startHour: 3, utc: "2026-04-04T14:00:00Z", today: "2026-04-04"),
    ])
    func `a clock set back across the start of the day makes today go back for that time`(
        boundary: DayBoundary
    ) throws {
        let settings = DaySettings(zone: boundary.zone, startHour: boundary.startHour)
        let now = try boundary.now()
        #expect(settings.today(now).description == boundary.today)
        let before = settings.today(now.addingTimeInterval(-60))
        #expect(settings.today(now) < before)
        #expect(firstStepBack(settings, around: now) == now)
        #expect(settings.today(now.addingTimeInterval(2 * 3_600)) == before)
    }
}
