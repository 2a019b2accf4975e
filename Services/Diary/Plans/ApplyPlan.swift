import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryPlans {
    /// Writes a plan into the diary in one transaction; a repetition has no effect, whatever its idempotency key.
    ///
    /// Dishes that were logged before are left out, also those with entries that were removed since.
    package func apply(_ request: DiaryPlansApply, _ context: RequestContext) async throws -> WrittenReply<DiaryPlan> {
        let user = try context.user()
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let plan = try reader.plan(request.id, of: user)
            let requested = request.from?.date(today: try reader.person(user).today(now))
            if plan.appliedFrom != nil {
                try plan.checkPlace(requested)
                return try reader.diaryPlan(plan, of: user)
            }
            guard !plan.dishFoods.isEmpty else { throw ServiceError(.conflict, "This plan contains no food.") }
            var applied = plan
            applied.appliedFrom = requested ?? plan.from
            let log = DishLog(transaction: transaction, plan: plan, user: user, now: now, again: false)
            for day in plan.menu.days { _ = try log.logDay(day, on: applied.date(of: day.day)) }
            return try transaction.store(applied, changedFrom: plan, of: user)
        }
    }

    /// Adds one dish or all dishes of a day to the diary.
    package func log(_ request: DiaryPlansLog, _ context: RequestContext) async throws -> DiaryPlansLog.Reply {
        let user = try context.user()
        let now = now()
        let reply = try await store.writeIdempotently(request, context) { transaction in
            let reader = transaction.reader
            let plan = try reader.plan(request.id, of: user)
            let day = try plan.day(request.day)
            let date = try request.date?.date(today: reader.person(user).today(now)) ?? plan.date(of: day.day)
            let log = DishLog(
                transaction: transaction,
                plan: plan,
                user: user,
                now: now,
                again: request.again ?? false
            )
            let outcomes = try log.logDay(day, only: request.foodId, on: date)
            guard !outcomes.isEmpty else {
                throw request.foodId == nil
                    ? ServiceError(.conflict, "This day contains no food.") : ServiceError.notFound("dish")
            }
            if request.foodId != nil, case .removed = outcomes[0] {
                let message = "The entry of this dish was removed; set again to log it again."
                throw try ServiceError.idConflict(message, current: DiaryEntry?.none)
            }
            let entries = outcomes.compactMap(\.entry)
            guard outcomes.contains(where: \.isAdded) else {
                return DiaryPlansLog.Reply(plan: try reader.diaryPlan(plan, of: user), entries: entries)
            }
            let changed = try transaction.store(plan, changedFrom: plan, of: user)
            return DiaryPlansLog.Reply(plan: changed, entries: entries)
        }
        return DiaryPlansLog.Reply(
            plan: reply.plan,
            entries: try await store.read { try $0.withSignedImages(reply.entries, \.imageURL, at: now) }
        )
    }
}

extension PlanRow {
    /// Checks that a plan in the diary stays where it is.
    ///
    /// - Throws: `conflict` if it was applied from another day on.
    func checkPlace(_ from: PlainDate?) throws(ServiceError) {
        guard let appliedFrom, let from, from != appliedFrom else { return }
        throw ServiceError(
            .conflict,
            "This plan is already in the diary, from \(appliedFrom) on.",
            params: ["appliedFrom": "\(appliedFrom)"]
        )
    }
}

extension DishLog {
    /// Logs the dishes of a day, or one of them, and publishes the day if it has changed.
    ///
    /// - Throws: `invalid` if the day would get too many entries.
    fileprivate func logDay(_ day: PlannedDay, only food: FoodID? = nil, on date: PlainDate) throws -> [DishOutcome] {
        let outcomes = try day.meals.flatMap { meal in
            try meal.items.filter { food == nil || $0.foodId == food }.map { item in
                try log(item, meal.meal, day: day.day, on: date)
            }
        }
        if outcomes.contains(where: \.isAdded) { try transaction.publishDayChange(date, of: user, now: now) }
        return outcomes
    }
}

extension DishOutcome {
    fileprivate var isAdded: Bool {
        if case .added = self { true } else { false }
    }

    fileprivate var entry: DiaryEntry? {
        switch self {
        case .added(let entry), .unchanged(let entry): entry
        case .removed: nil
        }
    }
}
