import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryPlans {
    /// The part of a request's time that is reserved for storing the plan, in milliseconds.
    static let storageMs = 1_000
    /// The range of random seeds: short enough to show and type.
    private static let seeds = 0..<1_000_000

    /// Makes and stores a plan, also an incomplete one, which is marked as such.
    ///
    /// A failure is stored as well: a repeated request must get its stored reply, whatever the other services return by
    /// then.
    package func make(_ request: DiaryPlansMake, _ context: RequestContext) async throws -> WrittenReply<DiaryPlan> {
        let user = try context.user()
        return try await requestLimit.run(for: user, context.id) { try await makeNow(request, of: user, context) }
    }

    private func makeNow(_ request: DiaryPlansMake, of user: UserID, _ context: RequestContext) async throws
        -> WrittenReply<DiaryPlan>
    {
        let now = now()
        let made = await attempt { try await planned(request, of: user, at: now, context) }
        return try await store.writeReply(to: request, context) { transaction in
            let (from, menu, foods) = try made.get()
            let plan = PlanRow(
                id: request.id ?? .make(),
                createdAt: Timestamp.text(now),
                from: from,
                appliedFrom: nil,
                name: request.name,
                version: 1,
                listVersion: 1,
                menu: menu,
                foods: foods
            )
            guard try transaction.insert(plan, of: user) else {
                let stored = try transaction.reader.storedPlan(plan.id, of: user)
                let current = try stored.map { try transaction.reader.diaryPlan($0, of: user) }
                throw try ServiceError.idConflict("A plan with this id already exists.", current: current)
            }
            return try transaction.reader.diaryPlan(plan, of: user)
        }
    }

    private typealias Planned = (from: PlainDate, menu: MealPlan, foods: [Food])

    /// Returns the result of questions to other services, which a repeated request does not need.
    func attempt<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
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
        let question = context.reserving(milliseconds: Self.storageMs)
        let profile = try await sources.profile(question)
        async let foods = sources.foods(CatalogPlannable(seed: seed, dislikes: profile.dislikes), question).items
        let (span, history) = try await store.read { reader in
            let today = try reader.person(user).today(now)
            let from = request.from?.date(today: today) ?? today
            let span = DaySpan(from: from, to: from.advanced(by: request.days - 1))
            return (span, try reader.targets(of: user, in: span))
        }
        let plan = CalculatorPlan(
            days: request.days,
            targets: try PlanTarget.each(of: span, history, profile),
            meals: request.meals,
            candidates: try await foods.compactMap(PlanCandidate.init),
            excludedAllergens: profile.allergens,
            dislikes: profile.dislikes,
            seed: seed
        )
        let menu = try await sources.menu(plan, question)
        let chosen = Set(menu.days.flatMap(\.meals).flatMap(\.items).map(\.foodId))
        return (span.from, menu, try await foods.map(\.food).filter { chosen.contains($0.id) })
    }
}

extension PlanTarget {
    /// Returns the targets of some days from the diary, or from the profile if its events have not arrived yet.
    ///
    /// - Throws: `profileIncomplete` if there is no target because the profile lacks something. `unavailable` if the
    ///   target has not been computed yet.
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
            return ServiceError(.unavailable, "Your target is still being computed; try again in a moment.")
        }
        return ServiceError(
            .profileIncomplete,
            "A plan needs a target, and the profile lacks \(profile.missing.joined(separator: ", ")).",
            params: ["missing": profile.missing.joined(separator: ",")],
            details: profile.missing.map { FieldError($0, .missing, "\($0) is missing.") }
        )
    }

    private init(_ kcal: Int, _ proteinG: Double, _ fatG: Double, _ carbohydrateG: Double) {
        self.init(dailyKcal: Double(kcal), proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}

extension PlanCandidate {
    /// Returns nil for a food without the amounts that a plan needs.
    init?(_ plannable: PlannableFood) {
        let food = plannable.food
        guard let per100G = PlanNutrients(per100GOf: food) else { return nil }
        self.init(
            foodId: food.id,
            name: food.name,
            category: food.category,
            per100G: per100G,
            // The calculator shows no portions, so it gets none of their names in other languages.
            portions: food.portions.map { Portion(name: $0.name, grams: $0.grams) },
            meals: plannable.meals,
            allergens: plannable.allergens,
            // The calculator excludes a food by a tag that equals a dislike.
            tags: plannable.dislikes.map { Array($0.prefix(PlanLimits.tagsMax)) }
        )
    }
}

extension RequestContext {
    /// Returns the same context with a deadline that is earlier by some milliseconds.
    func reserving(milliseconds: Int) -> RequestContext {
        with(deadline: .after(milliseconds: deadline.millisecondsLeft - milliseconds))
    }
}
