import Calendar
import Foundation
import Testing

struct PlainDateTests {
    @Test func `only dates of the calendar are parsed, and survive a round trip`() throws {
        for text in ["1970-01-01", "2000-02-29", "2026-11-21", "0001-01-01", "9999-12-31", "1900-03-01"] {
            #expect(try #require(PlainDate(text)).description == text)
        }
        for text in [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-01T00", "2026/01/01", "",
        ] {
            #expect(PlainDate(text) == nil)
        }
    }

    @Test func `every day of four centuries follows the one before`() throws {
        let first = try #require(PlainDate("1800-01-01"))
        var expected = first.components
        for number in 0..<146_097 {
            let date = first.advanced(by: number)
            #expect(date.components == expected)
            expected.day += 1
            if expected.day > PlainDate.daysInMonth(expected.month, of: expected.year) {
                expected = (expected.year, expected.month + 1, 1)
            }
            if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
        }
    }

    @Test func `weekdays and full years of age follow the calendar`() throws {
        #expect(try #require(PlainDate("2026-11-21")).weekday == 6)
        #expect(try #require(PlainDate("1969-12-29")).weekday == 1)
        let born = try #require(PlainDate("2000-02-29"))
        #expect(born.fullYears(until: try #require(PlainDate("2018-02-28"))) == 17)
        #expect(born.fullYears(until: try #require(PlainDate("2018-03-01"))) == 18)
    }
}

struct UserDayTests {
    /// Returns the current day of a user in Kyiv at a time in UTC.
    private static func today(_ time: String, dayStartHour: Int = 0, timeZone: String = "Europe/Kyiv") throws -> String
    {
        let milliseconds = try #require(TimestampReader.milliseconds(time))
        let now = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return UserDay.today(now: now, timeZone: timeZone, dayStartHour: dayStartHour).description
    }

    @Test func `a day begins at midnight of the user's time zone, in summer and in winter`() throws {
        #expect(try Self.today("2026-07-01T20:59:59Z") == "2026-07-01")
        #expect(try Self.today("2026-07-01T21:00:00Z") == "2026-07-02")
        #expect(try Self.today("2026-12-01T21:59:59Z") == "2026-12-01")
        #expect(try Self.today("2026-12-01T22:00:00Z") == "2026-12-02")
    }

    @Test func `before the hour at which the day starts, the previous day lasts`() throws {
        #expect(try Self.today("2026-07-02T00:59:59Z", dayStartHour: 4) == "2026-07-01")
        #expect(try Self.today("2026-07-02T01:00:00Z", dayStartHour: 4) == "2026-07-02")
    }

    @Test func `an unknown time zone counts as UTC`() throws {
        #expect(try Self.today("2026-07-01T23:59:59Z", timeZone: "Nowhere/Nothing") == "2026-07-01")
    }
}
