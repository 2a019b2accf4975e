import Contracts
import Testing

struct ValueTests {
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
