import Contracts
import JSONCoding
import Profile
import Storage
import TestSupport
import Testing

@Suite struct ReloadTests {
    @Test func `a reload keeps existing profiles and creates missing ones`()
        async throws
    {
        try await ProfileFixture.use { profiles in
            try await profiles.register("Olena") {
                $0.displayName = .set("Lena")
                $0.sex = .set(.female)
            }
            let (before, emitted) = (try await profiles.get(), try await profiles.emittedEvents().count)
            let newcomer = UserID.make()
            try await profiles.reload([(profiles.user, "Lena"), (newcomer, "Petro")])
            #expect(try await profiles.get() == before)
            #expect(try await profiles.get(as: newcomer).name == "Petro")
            #expect(try await profiles.emittedEvents(after: emitted).map(\.subject) == [newcomer])
        }
    }

    @Test func `a reload keeps the profile of an account that auth has lost`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register("Olena")
            try await profiles.reload([])
            #expect(try await profiles.get().name == "Olena")
        }
    }

    @Test func `the snapshot has each profile and target as in its last event`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register("Olena") { $0.sex = .set(.female) }
            _ = try await profiles.get()
            try profiles.clock.set("2026-03-20T12:00:00Z")
            try await profiles.update { $0.weightKg = .set(60) }
            try await profiles.update { $0.weightKg = .set(61) }
            try await profiles.update { $0.displayName = .set("Lena") }
            let page = try await profiles.store.snapshot(Snapshot(after: nil), of: .profile, ProfileService.snapshot)
            #expect(
                page.events.map(\.type) == [
                    ProfileChanged.type, DayMeasured.type, TargetChanged.type, TargetChanged.type,
                ]
            )
            #expect(Set(page.events.map(\.subject)) == [profiles.user])
            #expect(try page.events[0].data.decode(ProfileChanged.self).name == "Lena")
            let targets = try page.events.dropFirst(2).map { try $0.data.decode(TargetChanged.self).target }
            let told = try await profiles.targets("2026-03-01", "2026-04-01")
            #expect(targets == told.map(\.withoutHints))
            #expect(targets.map(\.dailyKcal) == [1_500, 1_830])
        }
    }
}
