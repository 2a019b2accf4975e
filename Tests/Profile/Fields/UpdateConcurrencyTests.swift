import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

@Suite struct UpdateConcurrencyTests {
    @Test func `a repeated idempotency key returns the same reply and changes nothing`() async throws {
        try await ProfileFixture.use { profiles in
            let fill = { (change: inout ProfileChange) in
                change.sex = .set(.male)
                change.weightKg = .set(70)
                change.displayName = .set("Oleh")
            }
            let first = try await profiles.update(key: "a", fill)
            profiles.calculator.fail(.unavailable)
            #expect(try await profiles.update(key: "a", fill) == first)
            #expect(try await profiles.get().version == first.version)
            #expect(profiles.calculator.requests.count == 1)
            #expect(try await profiles.emittedTypes().filter { $0 == TargetChanged.type }.count == 1)
        }
    }

    @Test func `a used idempotency key is refused for a different change`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update(key: "a") { $0.weightKg = .set(70) }
            await #expect {
                try await profiles.update(key: "a") { $0.weightKg = .set(71) }
            } throws: { error in
                (error as? ServiceError)?.code == .conflict
            }
            #expect(try await profiles.get().weightKg == 70)
        }
    }

    @Test func `a conflicting change is retried and both changes stay`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            profiles.calculator.interrupt {
                profiles.calculator.interrupt(nil)
                try await profiles.update { $0.weightKg = .set(80) }
            }
            let profile = try await profiles.update { $0.heightCm = .set(180) }
            #expect((profile.heightCm, profile.weightKg, profile.target?.dailyKcal) == (180, 80, 2_400))
            #expect(profiles.calculator.requests.map(\.weightKg) == [50, 50, 80, 80])
            #expect(profiles.calculator.requests.map(\.heightCm) == [165, 180, 165, 180])
        }
    }

    @Test func `a change that always conflicts fails`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            let names = Counter()
            profiles.calculator.interrupt {
                let number = names.increment()
                try await profiles.update { $0.displayName = .set("Name \(number)") }
            }
            await #expect {
                try await profiles.update { $0.weightKg = .set(80) }
            } throws: { error in
                (error as? ServiceError)?.code == .conflict
            }
            #expect(names.value == 5)
            let profile = try await profiles.get()
            #expect((profile.weightKg, profile.displayName) == (50, "Name 5"))
        }
    }

    @Test func `concurrent changes of different fields all stay`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            let changes: [@Sendable (inout ProfileChange) -> Void] = [
                { $0.weightKg = .set(80) }, { $0.heightCm = .set(180) }, { $0.displayName = .set("Lena") },
                { $0.goal = .set(.gain) }, { $0.language = .set("uk") },
            ]
            try await withThrowingTaskGroup { group in
                for change in changes { group.addTask { try await profiles.update(change) } }
                try await group.waitForAll()
            }
            let profile = try await profiles.get()
            #expect((profile.weightKg, profile.heightCm, profile.goal) == (80, 180, .gain))
            #expect((profile.displayName, profile.language) == ("Lena", "uk"))
            #expect(profile.version == 2 + changes.count)
            #expect(profile.target?.dailyKcal == 2_400)
        }
    }
}
