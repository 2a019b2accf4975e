import Calendar
package import Contracts
import EnergyFormulas
import FoundationEssentials
import Storage

extension ProfileService {
    /// Returns the caller's profile with today's target.
    ///
    /// Calculates a pending target now. If the calculator does not answer, the reply has no target.
    package func get(_ request: ProfileGet, _ context: RequestContext) async throws -> Profile {
        let user = try context.user()
        let row = try await loadOrCreate(user, context)
        if row.isTargetPending { await targetWorker.tryToCalculate(user, context.withHalfOfTimeLeft) }
        let moment = now()
        return try await store.read { reader in
            guard let row = try reader.profile(of: user) else { throw ServiceError.notFound("profile") }
            var profile = try row.profile(at: moment, reader)
            profile.imageURL = try imageURL(of: user, reader, at: moment)
            return profile
        }
    }

    /// Returns the names of the fields that the caller's target still needs.
    package func missing(_ request: ProfileMissing, _ context: RequestContext) async throws -> ProfileMissing.Reply {
        ProfileMissing.Reply(missing: try await loadOrCreate(try context.user(), context).fields.missing)
    }
}

extension ProfileRow {
    /// Returns the profile as its own user sees it.
    func profile(at now: Date, _ reader: SQLReader) throws -> Profile {
        let today = fields.today(now)
        var profile = Profile(
            userId: user,
            name: fields.name ?? fields.publicName,
            birthDate: fields.birthDate,
            heightCm: fields.heightCm,
            weightKg: fields.weightKg,
            activityLevel: fields.activityLevel,
            goal: fields.goal,
            formula: fields.formula,
            units: fields.units,
            timeZone: fields.timeZone,
            dayStartHour: fields.dayStartHour,
            weekStart: fields.weekStart,
            language: fields.language,
            allergens: fields.allergens,
            dislikes: fields.dislikes,
            shares: fields.shares,
            version: version,
            age: fields.birthDate.fullYears(until: today),
            missing: fields.missing
        )
        profile.displayName = fields.displayName
        profile.firstName = fields.firstName
        profile.lastName = fields.lastName
        profile.sex = fields.sex
        profile.goalWeightKg = fields.goalWeightKg
        profile.bodyFatPercent = fields.bodyFatPercent
        let bmi = BodyMassIndex.value(heightCm: fields.heightCm, weightKg: fields.weightKg)
        profile.bmi = BodyMassIndex.shown(bmi)
        profile.bmiCategory = BodyMassIndex.category(bmi, age: profile.age)
        if fields.missing.isEmpty, let calculated { profile.bmr = calculated.bmr }
        let period = try reader.target(of: user, on: today)
        // A manual target is shown even without the data of a computed one.
        if profile.bmr != nil || period?.byHand == true {
            profile.target = period.map { withHints($0, today: today).shown(on: today) }
        }
        return profile
    }

    /// Returns the target in force with its hints; as it is if the profile lacks what they need.
    func withHints(_ target: TargetPeriod, today: PlainDate) -> TargetPeriod {
        guard fields.missing.isEmpty, let calculated else { return target }
        var target = target
        target.hints = TargetHints(
            age: fields.birthDate.fullYears(until: today),
            heightCm: fields.heightCm,
            weightKg: fields.weightKg,
            activityLevel: fields.activityLevel,
            goal: target.goal,
            bmr: calculated.bmr,
            tdee: calculated.tdee,
            dailyKcal: Double(target.weeklyKcal) / Double(Weekday.allCases.count),
            proteinG: target.proteinG
        ).hints(in: fields.language)
        return target
    }
}

extension TargetPeriod {
    /// Returns the period with the values of one of its days.
    fileprivate func shown(on date: PlainDate) -> TargetPeriod {
        var period = self
        let day = target(on: date)
        period.dailyKcal = day.dailyKcal
        period.proteinG = day.proteinG
        period.fatG = day.fatG
        period.carbohydrateG = day.carbohydrateG
        return period
    }
}
