import Calendar
import Contracts
import JSONCoding
import Profile
import Testing

@Suite struct UpdateProfileTests {
    @Test func `a change replies with its new target`() async throws {
        try await ProfileFixture.use { profiles in
            let profile = try await profiles.update {
                $0.sex = .set(.female)
                $0.birthDate = .set(PlainDate("1990-03-11") ?? PlainDate(dayNumber: 0))
                $0.heightCm = .set(170)
                $0.weightKg = .set(60)
                $0.activityLevel = .set(.light)
                $0.goal = .set(.lose)
                $0.formula = .set(.mifflinStJeor)
            }
            let target = try #require(profile.target)
            #expect((target.dailyKcal, target.weeklyKcal, target.monthlyKcal) == (1_800, 12_600, 55_800))
            #expect((target.goal, target.formula, target.from.description) == (.lose, .mifflinStJeor, "2026-03-10"))
            #expect((profile.age, profile.bmi, profile.bmr, profile.missing) == (35, 20.8, 1_200, []))
            let request = try #require(profiles.calculator.requests.first)
            #expect((request.sex, request.heightCm, request.weightKg) == (.female, 170, 60))
            #expect((request.activityLevel, request.goal, request.formula) == (.light, .lose, .mifflinStJeor))
            #expect(try await profiles.get() == profile)
        }
    }

    @Test func `a change without a sex is stored without calculating a target`() async throws {
        try await ProfileFixture.use { profiles in
            let profile = try await profiles.update { $0.weightKg = .set(72) }
            #expect((profile.weightKg, profile.version, profile.missing) == (72, 2, ["sex"]))
            #expect(profile.target == nil)
            #expect(profiles.calculator.requests.isEmpty)
            #expect(try await profiles.emittedTypes() == [ProfileChanged.type])
        }
    }

    @Test func `a change without effect on the target calculates none`() async throws {
        try await ProfileFixture.use { profiles in
            let before = try await profiles.update { $0.sex = .set(.male) }
            profiles.calculator.fail(.unavailable)
            let after = try await profiles.update {
                $0.language = .set("uk")
                $0.units = .set(.imperial)
                $0.goalWeightKg = .set(48)
                $0.allergens = .set(["nuts"])
                $0.sex = .set(.male)
            }
            #expect((after.language, after.units, after.allergens) == ("uk", .imperial, ["nuts"]))
            #expect((after.target?.withoutHints, after.version) == (before.target?.withoutHints, before.version + 1))
            // The second event is for the allergens.
            #expect(
                try await profiles.emittedTypes() == [ProfileChanged.type, TargetChanged.type, ProfileChanged.type]
            )
        }
    }

    @Test func `each field that affects the target leads to a new one`() async throws {
        let changes: [(inout ProfileChange) -> Void] = [
            { $0.sex = .set(.other) }, { $0.birthDate = .set(PlainDate(dayNumber: 0)) }, { $0.heightCm = .set(150) },
            { $0.weightKg = .set(51) }, { $0.activityLevel = .set(.intense) }, { $0.goal = .set(.gain) },
            { $0.formula = .set(.eer2023) }, { $0.formula = .set(.katchMcArdle) }, { $0.bodyFatPercent = .set(21) },
        ]
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.male) }
            // The body fat affects no target until the formula needs it.
            try await profiles.update { $0.bodyFatPercent = .set(20) }
            for change in changes { try await profiles.update(change) }
            #expect(profiles.calculator.requests.count == 1 + changes.count)
            #expect(try await profiles.emittedTypes(after: 1).count == 1 + changes.count)
        }
    }

    @Test func `a changed public name is published`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.register("Olena")
            try await profiles.update { $0.displayName = .set("Lena") }
            try await profiles.update { $0.name = .set("Olena Petrenko") }
            try await profiles.update { $0.displayName = .cleared }
            let names = try await profiles.emittedEvents().map { try $0.data.decode(ProfileChanged.self).name }
            #expect(names == ["Olena", "Lena", "Olena Petrenko"])
        }
    }

    @Test func `start of day, week, time zone and sharing settings are published`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update {
                $0.timeZone = .set("Asia/Kolkata")
                $0.dayStartHour = .set(4)
                $0.weekStart = .set(7)
                $0.shares = .set(SharesChange(foods: true))
            }
            let profile = try await profiles.update { $0.shares = .set(SharesChange(leaderboard: true)) }
            #expect(profile.shares == Shares(leaderboard: true, foods: true))
            let emitted = try #require(try await profiles.emittedEvents().last).data.decode(ProfileChanged.self)
            #expect((emitted.timeZone, emitted.dayStartHour, emitted.weekStart) == ("Asia/Kolkata", 4, 7))
            #expect(emitted.shares == profile.shares)
        }
    }

    @Test(arguments: [ErrorCode.unavailable, .overloaded, .workerCrashed, .deadlineExceeded])
    func `a change fails if its target cannot be calculated`(_ code: ErrorCode) async throws {
        try await ProfileFixture.use { profiles in
            let before = try await profiles.update { $0.sex = .set(.female) }
            profiles.calculator.fail(code)
            await #expect {
                try await profiles.update { $0.weightKg = .set(90) }
            } throws: { error in
                (error as? ServiceError)?.code == code
            }
            #expect(try await profiles.get() == before)
            #expect(try await profiles.emittedTypes() == [ProfileChanged.type, TargetChanged.type])
        }
    }

    @Test func `a field that the calculator refuses is named`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            profiles.calculator.fail(.invalid([FieldError("formula", .notAllowed, "From 19 years.")]))
            #expect(try await profiles.refusedFields { $0.formula = .set(.eer2023) } == ["formula"])
            #expect(try await profiles.get().formula == .harrisBenedict)
        }
    }

    @Test func `a formula without its body fat is refused by name`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            await #expect {
                try await profiles.update { $0.formula = .set(.katchMcArdle) }
            } throws: { error in
                guard let error = error as? ServiceError else { return false }
                return error.code == .profileIncomplete && error.details.map(\.field) == ["bodyFatPercent"]
            }
            let both = try await profiles.update {
                $0.formula = .set(.katchMcArdle)
                $0.bodyFatPercent = .set(25)
            }
            #expect(both.target?.formula == .katchMcArdle)
        }
    }

    @Test func `a profile with a cleared sex has no target until it is set again`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.sex = .set(.female) }
            let without = try await profiles.update { $0.sex = .cleared }
            #expect((without.missing, without.bmi, without.bmr, without.target) == (["sex"], 18.4, nil, nil))
            let again = try await profiles.update { $0.sex = .set(.female) }
            #expect(again.target?.dailyKcal == 1_500)
        }
    }

    @Test func `the BMI follows height and weight alone, with a category for adults`() async throws {
        try await ProfileFixture.use { profiles in
            let adult = try await profiles.update {
                $0.heightCm = .set(180)
                $0.weightKg = .set(82)
            }
            #expect((adult.missing, adult.bmi, adult.bmiCategory) == (["sex"], 25.3, .overweight))
            let birthDate = try #require(PlainDate("2008-03-10"))
            let young = try await profiles.update { $0.birthDate = .set(birthDate) }
            #expect((young.age, young.bmi, young.bmiCategory) == (18, 25.3, nil))
        }
    }

    @Test func `a change affects one user only`() async throws {
        try await ProfileFixture.use { profiles in
            let stranger = UserID.make()
            try await profiles.update { $0.sex = .set(.female) }
            #expect(try await profiles.get(as: stranger).sex == nil)
            let error = try await refusal { _ = try await profiles.targets("2026-01-01", "2026-12-31", as: stranger) }
            #expect(error?.code == .profileIncomplete)
        }
    }
}
