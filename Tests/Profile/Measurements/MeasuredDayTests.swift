import Calendar
import Contracts
import JSONCoding
import Profile
import Storage
import Testing

@Suite(.timeLimit(.minutes(5))) struct MeasuredDayTests {
    private func emittedDays(_ profiles: ProfileFixture) async throws -> [DayMeasured] {
        try await profiles.emittedEvents().filter { $0.type == DayMeasured.type }.map {
            try $0.data.decode(DayMeasured.self)
        }
    }

    private func day(_ date: String, _ weightKg: Double?, _ exerciseKcal: Double? = nil) throws -> DayMeasured {
        DayMeasured(date: try #require(PlainDate(date)), weightKg: weightKg, exerciseKcal: exerciseKcal)
    }

    @Test func `a day's event follows every change of its newest weight`() async throws {
        try await ProfileFixture.use { profiles in
            let noon = try await profiles.weigh(60, at: "2026-03-09T12:00:00Z")
            try await profiles.weigh(62, at: "2026-03-09T07:00:00Z")
            let evening = try await profiles.weigh(61, at: "2026-03-09T20:00:00Z")
            try await profiles.remove(noon.id)
            try await profiles.remove(evening.id)
            #expect(
                try await emittedDays(profiles) == [
                    try day("2026-03-09", 60), try day("2026-03-09", 61), try day("2026-03-09", 62),
                ]
            )
        }
    }

    @Test func `a day that loses its last measurement emits an empty event`() async throws {
        try await ProfileFixture.use { profiles in
            let only = try await profiles.weigh(60, at: "2026-03-09T12:00:00Z")
            try await profiles.remove(only.id)
            #expect(try await emittedDays(profiles) == [try day("2026-03-09", 60), try day("2026-03-09", nil)])
        }
    }

    @Test func `the source with the largest exercise sum of a day counts`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.measure(.activeEnergy, 100, at: "2026-03-09T08:00:00Z", source: "phone")
            try await profiles.measure(.activeEnergy, 80, at: "2026-03-09T08:00:00Z", source: "watch")
            try await profiles.measure(.activeEnergy, 90, at: "2026-03-09T18:00:00Z", source: "watch")
            #expect(
                try await emittedDays(profiles) == [try day("2026-03-09", nil, 100), try day("2026-03-09", nil, 170)]
            )
        }
    }

    @Test func `a correction that moves a measurement emits both days`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.weigh(60, at: "2026-03-08T12:00:00Z", source: "scale", externalId: "1")
            try await profiles.weigh(60, at: "2026-03-09T12:00:00Z", source: "scale", externalId: "1")
            try await profiles.weigh(60, at: "2026-03-09T13:00:00Z", source: "scale", externalId: "1")
            #expect(
                try await emittedDays(profiles) == [
                    try day("2026-03-08", 60), try day("2026-03-08", nil), try day("2026-03-09", 60),
                ]
            )
        }
    }

    @Test func `other kinds of measurements emit no day event`() async throws {
        try await ProfileFixture.use { profiles in
            for kind in MeasurementKind.allCases where kind != .weight && kind != .activeEnergy {
                try await profiles.measure(kind, kind.range.upperBound)
            }
            #expect(try await emittedDays(profiles).isEmpty)
        }
    }

    @Test func `a weight set in the profile counts for its day`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.weightKg = .set(72) }
            try await profiles.update { $0.weightKg = .set(71) }
            #expect(try await emittedDays(profiles) == [try day("2026-03-10", 72), try day("2026-03-10", 71)])
        }
    }

    @Test func `the snapshot has each day as in its last event`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.weigh(60, at: "2026-03-08T12:00:00Z")
            try await profiles.weigh(61, at: "2026-03-08T13:00:00Z")
            try await profiles.weigh(62, at: "2026-03-09T12:00:00Z")
            try await profiles.measure(.activeEnergy, 200, at: "2026-03-09T12:00:00Z", source: "watch")
            try await profiles.measure(.activeEnergy, 250, at: "2026-03-09T12:00:00Z", source: "phone")
            let gone = try await profiles.weigh(63, at: "2026-03-10T07:00:00Z")
            try await profiles.remove(gone.id)
            let page = try await profiles.store.snapshot(Snapshot(after: nil), of: .profile, ProfileService.snapshot)
            let days = try page.events.filter { $0.type == DayMeasured.type }.map {
                try $0.data.decode(DayMeasured.self)
            }
            #expect(days == [try day("2026-03-08", 61), try day("2026-03-09", 62, 250)])
            let last = Dictionary(try await emittedDays(profiles).map { ($0.date, $0) }) { $1 }
            for day in days { #expect(last[day.date] == day) }
        }
    }
}
