import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryPlans {
    /// Writes a plan into the diary in one transaction; a repetition has no effect, whatever its idempotency key.
    package func apply(_ request: DiaryPlansApply, _ context: RequestContext) async throws -> DiaryPlan {
        let user = try context.user()
        let now = now()
        return try await store.writeIdempotently(request, context) { transaction in
            let reader = transaction.reader
            var (plan, foods) = try reader.plan(request.id, of: user)
            let person = try reader.person(user)
            plan = plan.named(by: foods.names(in: person.language))
            let requested = request.from?.date(today: person.today(now))
            if let applied = plan.appliedFrom {
                guard requested ?? applied == applied else {
                    throw ServiceError(
                        .conflict,
                        "This plan is already in the diary, from \(applied) on.",
                        params: ["appliedFrom": "\(applied)"]
                    )
                }
                return plan
            }
            let from = requested ?? plan.from
            try transaction.write(plan.menu, foods, in: person.language, from: from, now: now, of: user)
            try transaction.markApplied(plan.id, from: from, of: user)
            plan.appliedFrom = from
            return plan
        }
    }
}

extension SQLTransaction {
    /// - Throws: `conflict` if there is nothing to write. `invalid` if a day would get too many entries.
    fileprivate func write(
        _ menu: MealPlan,
        _ foods: [Food],
        in language: String?,
        from: PlainDate,
        now: Date,
        of user: UserID
    ) throws {
        guard menu.days.contains(where: { $0.meals.contains { !$0.items.isEmpty } }) else {
            throw ServiceError(.conflict, "This plan contains no food.")
        }
        let byId = Dictionary(uniqueKeysWithValues: foods.map { ($0.id, $0) })
        for day in menu.days {
            let date = from.advanced(by: day.day - 1)
            for meal in day.meals {
                var position = try reader.nextPosition(in: meal.meal, of: date, user)
                for item in meal.items {
                    guard let food = byId[item.foodId] else {
                        throw ServiceError(.internalError, "A plan refers to a food that it does not contain.")
                    }
                    let destination = EntryDestination(
                        id: .make(),
                        position: position,
                        fields: RequestedFields(date: date, meal: meal.meal, at: Timestamp.text(now))
                    )
                    let amount = RequestedAmount.portion(food.id, name: item.portion, quantity: Double(item.quantity))
                    _ = try insert(try destination.entry(of: amount, food: food.named(in: language)), of: user)
                    // An existing copy of the food is newer than the copy in the plan.
                    if try reader.storedFood(food.id, of: user) == nil { try store(food, for: user) }
                    position += 1
                }
            }
            try publishDayChange(date, of: user, now: now)
        }
    }
}
