import Contracts
import Testing

struct ValueTests {
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

    @Test func `ids are version 7, sort by age and survive a round trip as text`() throws {
        let older = UUIDv7.make(nanosecondsSince1970: 1_700_000_000_000_999_999, random: .max)
        let newer = UUIDv7.make(nanosecondsSince1970: 1_700_000_000_001_000_000, random: 0)
        #expect(older < newer)
        #expect(older.description == "018bcfe5-6800-7f42-8fff-ffffffffffff")
        #expect(older.millisecondsSince1970 == 1_700_000_000_000)
        #expect(newer.millisecondsSince1970 == 1_700_000_000_001)
        #expect(UUIDv7(older.description.uppercased()) == older)
        for text in [
            "", "018bcfe5-6800-7fff-bfff-fffffffffff", "018bcfe5+6800-7fff-bfff-ffffffffffff",
            "g18bcfe5-6800-7fff-bfff-ffffffffffff",
        ] {
            #expect(UUIDv7(text) == nil)
        }
    }

    @Test func `a rule checker reports every field that violates a rule`() {
        var checker = RuleChecker()
        checker.require(19.9, in: BodyLimits.weightKg, "weightKg")
        checker.require(Double.nan, in: BodyLimits.heightCm, "heightCm")
        checker.require(120, in: BodyLimits.age, "age")
        checker.require("abc", length: 4...64, "name")
        #expect(checker.errors.map(\.field) == ["weightKg", "heightCm", "name"])
        #expect(checker.errors.first?.message == "weightKg must be from 20 to 635.")
        #expect(checker.errors.first?.params == ["min": "20", "max": "635"])
    }

    @Test func `no number of milliseconds is too large for a deadline`() {
        #expect(Deadline.after(milliseconds: .max) > Deadline.after(milliseconds: 1_000))
        #expect(Deadline.after(milliseconds: .min).hasPassed)
    }
}
