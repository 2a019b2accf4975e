import Calendar
package import Contracts
import FoundationEssentials
import JSONCoding
import MenuArithmetic
import Storage

extension DiaryPlans {
    /// Returns one plan.
    package func get(_ request: DiaryPlansGet, _ context: RequestContext) async throws -> DiaryPlan {
        let user = try context.user()
        return try await store.read { reader in try reader.diaryPlan(try reader.plan(request.id, of: user), of: user) }
    }

    /// Changes the name, the first day, and portions of dishes; a change without effect takes no new version.
    package func update(_ request: DiaryPlansUpdate, _ context: RequestContext) async throws -> WrittenReply<DiaryPlan>
    {
        let user = try context.user()
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let before = try reader.plan(request.id, of: user, ifVersion: request.ifVersion)
            var after = before
            after.name = request.name.applied(to: before.name)
            if let from = try request.from?.date(today: reader.person(user).today(now)), from != before.from {
                try before.checkPlace(from)
                after.from = from
            }
            for (index, portion) in (request.portions ?? []).enumerated() {
                let menu = after.menu
                try after.setPortion(portion, "portions[\(index)]")
                guard after.menu != menu else { continue }
                try reader.checkNotLogged(portion.foodId, day: portion.day, of: before.id, user)
            }
            guard after != before else { return try reader.diaryPlan(before, of: user) }
            return try transaction.store(after, changedFrom: before, of: user)
        }
    }

    /// Removes a plan; entries in the diary stay.
    package func remove(_ request: DiaryPlansRemove, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        return try await store.writeIdempotently(request, context) { transaction in
            let plan = try transaction.reader.plan(request.id, of: user, ifVersion: request.ifVersion)
            try transaction.removePlan(plan.id, version: plan.version, of: user)
            return Empty()
        }
    }
}

extension PlanRow {
    /// Sets the portions of a dish, and adds up the day.
    ///
    /// - Parameters:
    ///   - requested: The portions.
    ///   - field: The field of the request that has them.
    /// - Throws: `invalid` for a dish that the menu does not have, an unknown portion, and a weight out of range.
    fileprivate mutating func setPortion(_ requested: DishPortion, _ field: String) throws(ServiceError) {
        let day = try day(requested.day, field: "\(field).day")
        guard let dish = day.dish(of: requested.foodId) else {
            let message = "Day \(requested.day) of this plan does not have this food."
            throw .invalid([FieldError("\(field).foodId", .notAllowed, message)])
        }
        let food = try food(requested.foodId)
        let portion = try food.portions.named(requested.portion ?? dish.portion)
        _ = try EntryRules.weight(of: Double(requested.quantity), portion)
        guard let per100G = PlanNutrients(per100GOf: food) else {
            throw ServiceError(.internalError, "A plan contains a food without the amounts of its nutrients.")
        }
        let changed = PlannedItem(
            food.id,
            name: dish.name,
            portion: portion,
            quantity: requested.quantity,
            per100G: per100G
        )
        guard changed != dish else { return }
        menu = menu.replacing(day.replacing(food.id, with: changed))
    }
}

extension PlanNutrients {
    /// Returns nil for a food without the amounts that a plan needs.
    init?(per100GOf food: Food) {
        guard let proteinG = food.proteinG, let fatG = food.fatG, let carbohydrateG = food.carbohydrateG else {
            return nil
        }
        self.init(kcal: food.kcal, proteinG: proteinG, fatG: fatG, carbohydrateG: carbohydrateG)
    }
}
