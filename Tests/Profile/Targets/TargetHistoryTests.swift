import Calendar
import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

@Suite struct TargetHistoryTests {
    /// Targets of 1500 kcal from 10 March, 1800 from 12 March and 2100 from 20 March on.
    private func useHistory(_ body: (ProfileFixture) async throws -> Void) async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            for (day, weight) in [(12, 60.0), (20, 70)] {
                try profiles.clock.set("2026-03-\(day)T12:00:00Z")
                try await profiles.update { $0.weightKg = .set(weight) }
            }
            try await body(profiles)
        }
    }

    @Test func `a new target is in force from today and earlier days keep theirs`() async throws {
        try await useHistory { profiles in
            let all = try await profiles.targets("2026-01-01", "2026-12-31")
            #expect(all.map(\.from.description) == ["2026-03-10", "2026-03-12", "2026-03-20"])
            #expect(all.map(\.dailyKcal) == [1_500, 1_800, 2_100])
        }
    }

    @Test func `a second target of one day replaces the first`() async throws {
        try await useHistory { profiles in
            try await profiles.update { $0.weightKg = .set(80) }
            let all = try await profiles.targets("2026-01-01", "2026-12-31")
            #expect(all.map(\.dailyKcal) == [1_500, 1_800, 2_400])
            #expect(try await profiles.get().target?.dailyKcal == 2_400)
            let emitted = try await profiles.emittedEvents().filter { $0.type == TargetChanged.type }
            let periods = try emitted.map { try $0.data.decode(TargetChanged.self).target }
            #expect(periods.map(\.from.description) == ["2026-03-10", "2026-03-12", "2026-03-20", "2026-03-20"])
            var last = try #require(all.last)
            // The target in force has hints, and events have none.
            last.hints = nil
            #expect(periods.last == last)
        }
    }

    @Test(arguments: [
        ("2026-03-01", "2026-03-09", []), ("2026-03-01", "2026-03-10", [1_500]), ("2026-03-11", "2026-03-11", [1_500]),
        ("2026-03-11", "2026-03-12", [1_500, 1_800]), ("2026-03-12", "2026-03-19", [1_800]),
        ("2026-03-15", "2026-03-25", [1_800, 2_100]), ("2027-01-01", "2027-01-02", [2_100]),
    ])
    func `a span returns every target in force within it`(
        _ from: String,
        _ to: String,
        _ kcal: [Int]
    ) async throws {
        try await useHistory { profiles in
            let targets = try await profiles.targets(from, to)
            #expect(targets.map(\.dailyKcal) == kcal)
        }
    }

    @Test(arguments: [("2026-03-02", "2026-03-01"), ("2000-01-01", "2026-01-01")])
    func `a reversed or too long span is refused`(_ from: String, _ to: String) async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            await #expect {
                try await profiles.targets(from, to)
            } throws: { error in
                guard let error = error as? ServiceError else { return false }
                return error.code == .invalid && error.details.map(\.field) == ["to"]
            }
            let tenYears = try await profiles.targets("2016-03-10", "2026-03-09")
            #expect(tenYears.isEmpty)
        }
    }

    @Test(arguments: [
        ("Europe/Kyiv", 0, "2026-03-10T21:59:00Z", "2026-03-10"),
        ("Europe/Kyiv", 0, "2026-03-10T22:00:00Z", "2026-03-11"),
        ("Europe/Kyiv", 4, "2026-03-11T01:59:00Z", "2026-03-10"),
        ("Europe/Kyiv", 4, "2026-03-11T02:00:00Z", "2026-03-11"),
        ("Pacific/Honolulu", 0, "2026-03-11T09:59:00Z", "2026-03-10"),
    ])
    func `today follows the user's time zone and start of day`(
        _ zone: String,
        _ hour: Int,
        _ now: String,
        _ day: String
    ) async throws {
        try await ProfileFixture.use { profiles in
            try profiles.clock.set(now)
            let profile = try await profiles.update {
                $0.sex = .set(.female)
                $0.timeZone = .set(zone)
                $0.dayStartHour = .set(hour)
            }
            #expect(profile.target?.from.description == day)
        }
    }

    @Test func `the newest target stays the newest when a time zone moves today back`() async throws {
        try await ProfileFixture.use { profiles in
            try profiles.clock.set("2026-03-10T23:00:00Z")
            try await profiles.update {
                $0.sex = .set(.female)
                $0.timeZone = .set("Asia/Tokyo")
            }
            let profile = try await profiles.update {
                $0.timeZone = .set("Pacific/Honolulu")
                $0.weightKg = .set(60)
            }
            #expect(profile.target?.dailyKcal == 1_800)
            #expect(try await profiles.targets("2026-01-01", "2026-12-31").map(\.dailyKcal) == [1_800])
        }
    }

    @Test func `the age is determined on the user's own day`() async throws {
        let birthDate = try #require(PlainDate("1990-03-11"))
        try await ProfileFixture.use { profiles in
            try profiles.clock.set("2026-03-10T23:00:00Z")
            #expect(try await profiles.update { $0.birthDate = .set(birthDate) }.age == 35)
            #expect(try await profiles.update { $0.timeZone = .set("Europe/Kyiv") }.age == 36)
        }
    }
}
