import Calendar
import Storage
import Testing

/// Tests when a file with copies of removed rows is rebuilt.
struct RebuildScheduleTests {
    private static let day = PlainDate(dayNumber: 20_000)
    private static let small = RebuildSchedule.bytesByDayMax

    /// Returns a moment some seconds after a start, and after a last write.
    private static func moment(
        atS seconds: UInt64 = 10_000,
        restS: UInt64 = 30,
        bytes: Int = small,
        hour: Int = 12,
        day: PlainDate = day
    ) -> RebuildSchedule.Moment {
        RebuildSchedule.Moment(
            nowNs: seconds * 1_000_000_000,
            lastWriteNs: (seconds - restS) * 1_000_000_000,
            bytes: bytes,
            local: LocalHour(day, hour: hour)
        )
    }

    @Test func `by day, a small file is rebuilt when no write has come for 30 seconds`() {
        let schedule = RebuildSchedule()
        #expect(schedule.isDue(at: Self.moment()))
        #expect(!schedule.isDue(at: Self.moment(restS: 29)))
        #expect(!schedule.isDue(at: Self.moment(bytes: Self.small + 1)))
    }

    @Test func `by day, an hour passes between two rebuilds`() {
        var schedule = RebuildSchedule()
        schedule.record(at: Self.moment(atS: 10_000))
        #expect(!schedule.isDue(at: Self.moment(atS: 13_599)))
        #expect(schedule.isDue(at: Self.moment(atS: 13_600)))
    }

    @Test(arguments: 0..<24)
    func `between 3 and 5, a file of any size is rebuilt beside writes`(hour: Int) {
        let moment = Self.moment(restS: 0, bytes: 1 << 40, hour: hour)
        #expect(RebuildSchedule().isDue(at: moment) == (hour == 3 || hour == 4))
    }

    @Test func `a large file is rebuilt once a night, also after a rebuild on the evening before`() {
        var schedule = RebuildSchedule()
        schedule.record(at: Self.moment(hour: 23, day: Self.day.advanced(by: -1)))
        let night = Self.moment(restS: 0, bytes: 1 << 30, hour: 3)
        #expect(schedule.isDue(at: night))
        schedule.record(at: night)
        #expect(!schedule.isDue(at: Self.moment(atS: 17_000, bytes: 1 << 30, hour: 4)))
        #expect(schedule.isDue(at: Self.moment(atS: 100_000, bytes: 1 << 30, hour: 3, day: Self.day.advanced(by: 1))))
    }

    @Test func `a small file may be rebuilt again in the same night after an hour of other removals`() {
        var schedule = RebuildSchedule()
        schedule.record(at: Self.moment(hour: 3))
        #expect(!schedule.isDue(at: Self.moment(atS: 13_000, hour: 4)))
        #expect(schedule.isDue(at: Self.moment(atS: 14_000, hour: 4)))
    }
}
