package import Contracts
import FoundationEssentials
import Storage

extension DiaryInsights {
    /// Estimates the caller's expenditure from logged days and weights.
    package func expenditure(
        _ request: DiaryExpenditure,
        _ context: RequestContext
    ) async throws -> EstimatedExpenditure {
        let user = try context.user()
        let now = now()
        let profile = try await profile(context)
        var estimate = try await store.read { reader in
            let window = ExpenditureMath.window(before: try reader.person(user).today(now))
            let totals = try reader.markedDayTotals(of: user, in: window)
            return ExpenditureMath.estimate(
                window,
                kcal: totals.filter { !$0.isMarked }.map(\.kcal),
                markedKcal: totals.filter(\.isMarked).map(\.kcal),
                weights: try reader.weights(of: user, in: window),
                bmr: profile?.bmr
            )
        }
        if let profile, ExpenditureMath.canBeOffered(estimate), let kcal = estimate.kcal {
            estimate.offer = try await offer(Double(kcal), to: profile, context)
        }
        return estimate
    }

    /// Returns the target for an expenditure; nil if the calculator returns none.
    private func offer(
        _ tdeeKcal: Double,
        to profile: Profile,
        _ context: RequestContext
    ) async throws -> EstimatedExpenditure.Offer? {
        guard profile.missing.isEmpty, let sex = profile.sex else { return nil }
        let question = CalculatorTarget(
            sex: sex,
            birthDate: profile.birthDate,
            heightCm: profile.heightCm,
            weightKg: profile.weightKg,
            bodyFatPercent: profile.bodyFatPercent,
            activityLevel: profile.activityLevel,
            goal: profile.goal,
            formula: profile.formula,
            tdeeKcal: tdeeKcal
        )
        let target = try await nilIfUnavailable("calculator") {
            try await sources.target(question, context.withHalfOfTimeLeft)
        }
        return target.map { target in
            EstimatedExpenditure.Offer(dailyKcal: target.dailyKcal, macros: target.macros, warnings: target.warnings)
        }
    }
}
