import Contracts
import JSONCoding
import Profile
import SeededRandom
import TestSupport
import Testing

@Suite struct WeightHistoryTests {
    @Test func `the newest weight sets the profile and a new target`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            try await profiles.weigh(60, at: "2026-03-10T07:00:00Z")
            let profile = try await profiles.get()
            #expect((profile.weightKg, profile.target?.dailyKcal, profile.version) == (60, 1_800, 3))
            #expect(try await profiles.emittedTypes() == [ProfileChanged.type, TargetChanged.type, TargetChanged.type])
            try await profiles.weigh(70, at: "2026-03-01T07:00:00Z")
            #expect(try await profiles.get() == profile)
            #expect(try await profiles.values() == [60, 70])
        }
    }

    @Test func `removing the newest weight restores the previous, the last one stays`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            let first = try await profiles.weigh(60, at: "2026-03-09T07:00:00Z")
            let second = try await profiles.weigh(62, at: "2026-03-10T07:00:00Z")
            try await profiles.remove(second.id, key: "k")
            try await profiles.remove(second.id, key: "k")
            #expect(try await profiles.get().target?.dailyKcal == 1_800)
            let again = try await refusal { try await profiles.remove(second.id) }
            #expect(again?.code == .notFound)
            try await profiles.remove(first.id)
            #expect(try await profiles.get().weightKg == 60)
        }
    }

    @Test func `a weight set in the profile is the newest, even with a device clock ahead`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.weigh(60, at: "2026-03-10T12:04:00Z")
            try await profiles.update { $0.weightKg = .set(61) }
            #expect(try await profiles.get().weightKg == 61)
            #expect(try await profiles.values() == [61, 60])
            try await profiles.update { $0.weightKg = .set(61) }
            try await profiles.update { $0.heightCm = .set(170) }
            #expect(try await profiles.values() == [61, 60])
        }
    }

    @Test func `the weight of a registration becomes the first measurement`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register { $0.weightKg = .set(80) }
            let later = try await profiles.weigh(79)
            #expect(try await profiles.values() == [79, 80])
            try await profiles.remove(later.id)
            #expect(try await profiles.get().weightKg == 80)
        }
    }

    @Test func `a registration keeps a weight that was measured before it`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.weigh(70)
            try await profiles.register { $0.weightKg = .set(80) }
            #expect(try await profiles.get().weightKg == 70)
            #expect(try await profiles.values() == [70])
        }
    }

    @Test func `a weight is not recorded if its target cannot be calculated`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            profiles.calculator.fail(.unavailable)
            let error = try await refusal { try await profiles.weigh(90) }
            #expect(error?.code == .unavailable)
            #expect(try await profiles.values().isEmpty)
            try await profiles.measure(.waist, 80)
        }
    }

    @Test func `concurrent weights leave the newest in the profile`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            profiles.calculator.interrupt {
                profiles.calculator.interrupt(nil)
                try await profiles.weigh(99, at: "2026-03-10T11:00:00Z")
            }
            try await profiles.weigh(60, at: "2026-03-10T10:00:00Z")
            #expect(try await profiles.get().weightKg == 99)
            #expect(try await profiles.get().target?.dailyKcal == 2_970)
        }
    }

    @Test func `the profile has the newest weight after random additions and removals`() async throws {
        let seed = testSeed("WEIGHTS")
        var random = SeededGenerator(seed: seed)
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.other) }
            var (stored, lastKg): ([Measurement], Double) = ([], 50)
            for step in 0..<60 {
                if !stored.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
                    let gone = stored.remove(at: Int.random(in: stored.indices, using: &random))
                    try await profiles.remove(gone.id)
                } else {
                    let at = "2026-03-0\(Int.random(in: 1...9, using: &random))T0\(step % 10):00:00Z"
                    let source = Int.random(in: 0..<8, using: &random)
                    let value = Double(Int.random(in: 40...90, using: &random))
                    let new = try await profiles.weigh(value, at: at, source: "scale", externalId: "\(source)")
                    stored.removeAll { $0.id == new.id }
                    stored.append(new)
                }
                lastKg = stored.max { ($0.at, $0.id) < ($1.at, $1.id) }?.value ?? lastKg
                let profile = try await profiles.get()
                #expect(profile.weightKg == lastKg, "seed \(seed), step \(step)")
                #expect(profile.target?.dailyKcal == Int(lastKg * 30), "seed \(seed), step \(step)")
            }
            #expect(try await profiles.values().count == stored.count)
        }
    }
}
