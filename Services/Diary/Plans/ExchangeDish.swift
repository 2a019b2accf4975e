package import Contracts
import MenuArithmetic
import Storage

extension DiaryPlans {
    /// Lists foods that can replace a dish, the best ones first.
    package func alternatives(
        _ request: DiaryPlansAlternatives,
        _ context: RequestContext
    ) async throws -> DiaryPlansAlternatives.Reply {
        let user = try context.user()
        let (plan, language) = try await store.read { reader in
            (try reader.plan(request.id, of: user), try reader.person(user).language)
        }
        let dish = DishReference(day: try plan.day(request.day), food: request.foodId)
        let limit = request.limit ?? DiaryPlansAlternatives.limitDefault
        let found = try await alternatives(to: dish, in: plan, limit: limit, context)
        return DiaryPlansAlternatives.Reply(items: found.map { $0.shown(in: language) })
    }

    /// Replaces a dish by another food.
    ///
    /// A failure of another service is thrown within the transaction: a repeated request must get its stored reply.
    package func exchange(
        _ request: DiaryPlansExchange,
        _ context: RequestContext
    ) async throws -> WrittenReply<DiaryPlan> {
        let user = try context.user()
        let found = await attempt { try await replacement(for: request, of: user, context) }
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let before = try reader.plan(request.id, of: user, ifVersion: request.ifVersion)
            let day = try before.day(request.day)
            if day.hasExchanged(request) { return try reader.diaryPlan(before, of: user) }
            guard day.dish(of: request.foodId) != nil else { throw ServiceError.notFound("dish") }
            let new = try found.get()
            guard day.dish(of: new.food.id) == nil else {
                throw ServiceError(.conflict, "This day has \(new.food.name) already; choose another food.")
            }
            try reader.checkNotLogged(request.foodId, day: day.day, of: before.id, user)
            var after = before
            after.menu = before.menu.replacing(day.replacing(request.foodId, with: new.alternative.dish))
            let needed = after.dishFoods
            let kept = before.foods.filter { needed.contains($0.id) && $0.id != new.food.id }
            after.foods = kept + [new.food.withPortions(of: before.foods.first { $0.id == new.food.id })]
            try transaction.deletePlannedEntry(of: before.id, day: day.day, request.foodId, user)
            if !needed.contains(request.foodId) { try transaction.removeTick(request.foodId, of: before.id, user) }
            return try transaction.store(after, changedFrom: before, of: user)
        }
    }

    /// A dish that can replace another one, with its food.
    private struct Replacement: Sendable {
        let alternative: PlanAlternative
        let food: Food

        /// The alternative as replies have it.
        func shown(in language: String?) -> PlanAlternative {
            var alternative = alternative
            let portion = food.portions.first { $0.name == alternative.dish.portion }
            alternative.dish = alternative.dish.shown(
                name: food.name(in: language),
                portionLabel: portion?.label(in: language)
            )
            return alternative
        }
    }

    /// A dish of a plan.
    private struct DishReference {
        let day: PlannedDay
        let food: FoodID
    }

    /// Finds the requested food, or the best one.
    ///
    /// - Throws: `invalid` for a food that is no alternative; `conflict` if no food meets the target of the day.
    private func replacement(
        for request: DiaryPlansExchange,
        of user: UserID,
        _ context: RequestContext
    ) async throws -> Replacement {
        let plan = try await store.read { try $0.plan(request.id, of: user) }
        let dish = DishReference(day: try plan.day(request.day), food: request.foodId)
        let found = try await alternatives(to: dish, in: plan, only: request.to, limit: 1, context)
        if let best = found.first, best.alternative.fits || request.to != nil { return best }
        guard request.to != nil else {
            let message = "No other food meets the target of this day; choose one of the alternatives."
            throw ServiceError(.conflict, message)
        }
        throw ServiceError.invalid([
            FieldError("to", .notAllowed, "This food is no alternative to the dish; ask for the alternatives again.")
        ])
    }

    /// Asks the calculator for foods that can replace a dish.
    ///
    /// The catalog returns the same foods for each request about a plan, so that an alternative stays one.
    private func alternatives(
        to dish: DishReference,
        in plan: PlanRow,
        only: FoodID? = nil,
        limit: Int,
        _ context: RequestContext
    ) async throws -> [Replacement] {
        guard dish.day.dish(of: dish.food) != nil else { throw ServiceError.notFound("dish") }
        let question = context.reserving(milliseconds: Self.storageMs)
        let profile = try await sources.profile(question)
        let plannable = try await sources.foods(
            CatalogPlannable(seed: plan.id.seed, dislikes: profile.dislikes),
            question
        ).items
        let inPlan = plan.dishFoods
        let candidates = plannable.filter { candidate in
            only.map { candidate.food.id == $0 } ?? !inPlan.contains(candidate.food.id)
        }
        let others = dish.day.meals.flatMap(\.items).map(\.foodId).filter { $0 != dish.food }
        let request = CalculatorAlternatives(
            day: dish.day,
            foodId: dish.food,
            categories: try others.compactMap { try plan.food($0).category },
            candidates: candidates.compactMap(PlanCandidate.init),
            excludedAllergens: profile.allergens,
            dislikes: profile.dislikes,
            limit: limit
        )
        let foods = Dictionary(uniqueKeysWithValues: candidates.map { ($0.food.id, $0.food) })
        return try await sources.alternatives(request, question).items.compactMap { alternative in
            foods[alternative.dish.foodId].map { Replacement(alternative: alternative, food: $0) }
        }
    }
}

extension PlannedDay {
    /// Returns whether the day has the requested food instead of the former one already.
    fileprivate func hasExchanged(_ request: DiaryPlansExchange) -> Bool {
        guard let to = request.to else { return false }
        return dish(of: request.foodId) == nil && dish(of: to) != nil
    }
}

extension Food {
    /// Returns the food with further portions of its former copy, which other days may use.
    fileprivate func withPortions(of former: Food?) -> Food {
        var food = self
        let names = Set(portions.map(\.name))
        food.portions += (former?.portions ?? []).filter { !names.contains($0.name) }
        return food
    }
}

extension PlanID {
    /// The seed of the foods that the catalog returns for this plan.
    fileprivate var seed: Int { Int(uuid.low & 0xF_FFFF) }
}
