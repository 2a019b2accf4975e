package import Contracts
import FoundationEssentials
import Storage

extension DiaryPlans {
    /// What is kept of a request's time for storing the menu, in milliseconds.
    private static let storingMs = 1_000
    /// Seeds that are drawn: short enough to be told and typed.
    private static let seeds = 0..<1_000_000

    /// Makes a menu and keeps it, also when it is not all that was asked for: it says so itself.
    ///
    /// A failure is an answer too: the same request again must get its stored reply, whatever became of the others since.
    package func make(_ request: DiaryPlansMake, _ context: RequestContext) async throws -> DiaryPlan {
        let user = try context.user()
        try Self.check(request)
        return try await making.run(for: user, context.id) { try await makeNow(request, of: user, context) }
    }

    private func makeNow(_ request: DiaryPlansMake, of user: UserID, _ context: RequestContext) async throws
        -> DiaryPlan
    {
        let now = now()
        let made = await attempt { try await planned(request, of: user, at: now, context) }
        return try await store.once(request, context) { transaction in
            let (from, menu, foods) = try made.get()
            let plan = DiaryPlan(id: request.id ?? .make(), createdAt: Timestamp.text(now), from: from, menu: menu)
            guard try transaction.insert(plan, foods, of: user) else {
                throw ServiceError(.conflict, "A plan with this id is there already.")
            }
            return plan
        }
    }

    /// What the calculator does not know of; it checks the rest.
    private static func check(_ request: DiaryPlansMake) throws(ServiceError) {
        var checker = RuleChecker()
        checker.require(request.days, in: PlanLimits.days, "days")
        EntryRules.check(request.from, "from", &checker)
        try checker.finish()
    }

    private typealias Planned = (from: PlainDate, menu: MealPlan, foods: [Food])

    private func attempt(_ body: () async throws -> Planned) async -> Result<Planned, any Error> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func planned(
        _ request: DiaryPlansMake,
        of user: UserID,
        at now: Date,
        _ context: RequestContext
    ) async throws -> Planned {
        let seed = request.seed ?? Int.random(in: Self.seeds)
        let question = context.leaving(milliseconds: Self.storingMs)
        async let profile = sources.profile(question)
        async let foods = sources.foods(CatalogPlannable(seed: seed), question).items
        let (span, history) = try await store.read { reader in
            let from = request.from.date(today: try reader.person(user).today(now))
            let span = DaySpan(from: from, to: from.advanced(by: request.days - 1))
            return (span, try reader.targets(of: user, in: span))
        }
        let plan = CalculatorPlan(
            days: request.days,
            targets: try PlanTarget.each(of: span, history, try await profile),
            meals: request.meals,
            candidates: try await foods.compactMap(PlanCandidate.init),
            excludedAllergens: try await profile.allergens,
            dislikes: try await profile.dislikes,
            seed: seed
        )
        let menu = try await sources.menu(plan, question)
        let chosen = Set(menu.days.flatMap(\.meals).flatMap(\.items).map(\.foodId))
        return (span.from, menu, try await foods.map(\.food).filter { chosen.contains($0.id) })
    }
}

extension DayReference? {
    /// The day that is meant; today where none is named.
    fileprivate func date(today: PlainDate) -> PlainDate { self?.date(today: today) ?? today }
}

extension PlanTarget {
    /// The targets of some days, by the diary, or by the profile if news of it is still on the way.
    ///
    /// - Throws: `profileIncomplete` if there is no target, because the profile lacks something; `unavailable` if it is
    ///   still to come.
    fileprivate static func each(
        of span: DaySpan,
        _ history: TargetHistory,
        _ profile: Profile
    ) throws(ServiceError) -> [PlanTarget] {
        var targets: [PlanTarget] = []
        for date in span.from...span.to {
            if let target = history.target(on: date) {
                targets.append(PlanTarget(target.dailyKcal, target.proteinG, target.fatG, target.carbohydrateG))
            } else if let target = profile.target {
                targets.append(PlanTarget(target.dailyKcal, target.proteinG, target.fatG, target.carbohydrateG))
            } else {
                throw noTarget(profile)
            }
        }
        return targets
    }

    private static func noTarget(_ profile: Profile) -> ServiceError {
        guard !profile.missing.isEmpty else {
            return ServiceError(.unavailable, "Your target is still being worked out; try again in a moment.")
        }
        return ServiceError(
            .profileIncomplete,
            "A menu needs a target, and the profile lacks \(profile.missing.joined(separator: ", ")).",
            params: ["missing": profile.missing.joined(separator: ",")],
            details: profile.missing.map { FieldError($0, .missing, "\($0) is missing.") }
        )
    }

    private init(_ kcal: Int, _ proteinG: Double, _ fatG: Double, _ carbohydrateG: Double) {
        self.init(dailyKcal: Double(kcal), proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}

extension PlanCandidate {
    /// Nil for a food of which nobody knows how it would fit.
    fileprivate init?(_ plannable: PlannableFood) {
        let food = plannable.food
        guard let proteinG = food.proteinG, let fatG = food.fatG, let carbohydrateG = food.carbohydrateG else {
            return nil
        }
        self.init(
            foodId: food.id,
            name: food.name,
            category: food.category,
            per100G: PlanNutrients(
                kcal: food.kcal,
                proteinG: proteinG,
                fatG: fatG,
                carbohydrateG: carbohydrateG
            ),
            portions: food.portions,
            meals: plannable.meals,
            allergens: plannable.allergens
        )
    }
}

extension RequestContext {
    /// The same for a question that must be answered so long before its own time is over.
    fileprivate func leaving(milliseconds: Int) -> RequestContext {
        RequestContext(
            id: id,
            principal: principal,
            idempotencyKey: idempotencyKey,
            deadline: .after(milliseconds: deadline.millisecondsLeft - milliseconds),
            traceparent: traceparent
        )
    }
}
