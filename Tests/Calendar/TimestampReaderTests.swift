import Calendar
import Foundation
import SeededRandom
import TestSupport
import Testing

@Suite struct TimestampReaderTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-03-10T12:00:00Z", 1_773_144_000_000),
        ("2026-03-10T14:00:00+02:00", 1_773_144_000_000), ("2026-03-10T06:30:00.000-05:30", 1_773_144_000_000),
        ("2026-03-10t12:00:00.5z", 1_773_144_000_500), ("2026-03-10T12:00:00.1239999Z", 1_773_144_000_123),
        ("1969-12-31T23:59:59.999Z", -1), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ])
    func `a time is read to the millisecond, whatever its offset`(_ text: String, _ milliseconds: Int) {
        #expect(TimestampReader.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", "2026-03-10", "2026-03-10T12:00:00", "2026-03-10 12:00:00Z", "2026-02-29T12:00:00Z",
        "2026-03-10T24:00:00Z", "2026-03-10T12:60:00Z", "2026-03-10T12:00:61Z", "2026-03-10T12:00:00.Z",
        "2026-03-10T12:00:00+2:00", "2026-03-10T12:00:00+24:00", "2026-03-10T12:00:00Zulu", "2026-03-10T12:00Z",
        "12026-03-10T12:00:00Z", "2026-03-10T12:00:00\u{FF3A}",
    ])
    func `another text is rejected`(_ text: String) {
        #expect(TimestampReader.milliseconds(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
        (951_782_400_007, "2000-02-29T00:00:00.007Z"),
        (1_773_187_199_999, "2026-03-10T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a time is written with milliseconds in UTC`(_ milliseconds: Int, _ text: String) {
        #expect(Timestamp.text(Date(timeIntervalSince1970: Double(milliseconds) / 1_000)) == text)
    }

    @Test func `a year outside of four digits is still written`() {
        #expect(Timestamp.text(Date(timeIntervalSince1970: 300_000_000_000)).contains("11476"))
        #expect(PlainDate(dayNumber: 3_000_000).description.hasPrefix("10183-"))
    }

    @Test(
        arguments: [
            .nan, -.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e16, -1e16, 1e19,
            -1e19,
            Double(Int.max), Double(Int.min), .leastNonzeroMagnitude, 1e12, -1e12, -62_135_596_801,
        ] as [Double]
    )
    func `a number that is no time is written without a trap`(_ seconds: Double) {
        #expect(Timestamp.text(Date(timeIntervalSince1970: seconds)).hasSuffix("Z"))
    }

    @Test func `a time that is not a number is written as the beginning of 1970`() {
        #expect(Timestamp.text(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00.000Z")
    }

    @Test func `a written time is read back, and damaged texts never trap`() throws {
        let seed = testSeed("TIMESTAMP")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let milliseconds = Int.random(in: -2_208_988_800_000...4_102_444_800_000, using: &random)
            let text = Timestamp.text(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
            let read = try #require(TimestampReader.milliseconds(text), "seed \(seed), \(text)")
            #expect(read == milliseconds, "seed \(seed), \(text)")
            var bytes = Array(text.utf8)
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            let damaged = TimestampReader.milliseconds(String(decoding: bytes, as: UTF8.self))
            #expect(damaged.map { abs($0) < 400_000_000_000_000 } ?? true, "seed \(seed), \(text)")
        }
    }
}
