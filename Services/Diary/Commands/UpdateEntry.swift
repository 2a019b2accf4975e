package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Changes an entry's amount, meal, day or place; an entry that moves to another meal goes to its end, unless the
    /// request says where.
    package func update(_ request: DiaryEntriesUpdate, _ context: RequestContext) async throws -> DiaryEntry {
        let user = try context.user()
        try EntryRules.check(request)
        let now = now()
        let entry = try await store.once(request, context) { transaction in
            let reader = transaction.reader
            let before = try reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: now)
            guard request.namesAChange else { return before.entry }
            var after = before
            try request.changeAmount(of: &after) { try reader.keptFood($0, of: user)?.portions ?? [] }
            if let day = request.date { after.entry.date = day.date(today: try reader.person(user).today(now)) }
            if let meal = request.meal { after.entry.meal = meal }
            try transaction.place(&after.entry, at: request.position, from: before.entry, of: user)
            after.entry.version += 1
            try transaction.replace(after, of: user)
            try transaction.dayHasChanged(from: before.entry, to: after.entry, of: user, now: now)
            return after.entry
        }
        return try await withPicture(entry)
    }
}

extension DiaryEntriesUpdate {
    fileprivate var namesAChange: Bool {
        date != nil || meal != nil || position != nil || grams != nil || portion != nil || quantity != nil
            || name != nil
            || kcal != nil
    }

    /// Sets what the request names of amount, name and energy.
    ///
    /// A food's portions are asked for only when the entry is to have another portion than it has.
    ///
    /// - Throws: `invalid` for what this kind of entry does not have, and for an unknown portion.
    package func changeAmount(of logged: inout LoggedEntry, portions: (FoodID) throws -> [Portion]) throws {
        try checkKind(of: logged)
        if let name { logged.entry.name = name }
        if let kcal { logged.entry.nutrients.kcal = kcal.inHundredths }
        if let grams { logged.weigh(grams: grams) }
        guard portion != nil || quantity != nil else { return }
        let quantity = quantity ?? logged.entry.quantity ?? 1
        try logged.serve(try wantedPortion(of: logged, portions), quantity: quantity)
    }

    /// The entry's own portion weighs what it weighed when it was logged; another one is looked up.
    private func wantedPortion(of logged: LoggedEntry, _ portions: (FoodID) throws -> [Portion]) throws -> Portion {
        if let own = logged.entry.portion, let grams = logged.portionGrams, portion ?? own == own {
            return Portion(name: own, grams: grams)
        }
        guard let portion else {
            throw ServiceError.invalid([
                FieldError("portion", .missing, "This entry is by weight; name the portion that quantity counts.")
            ])
        }
        return try (try logged.entry.foodId.map(portions) ?? []).named(portion)
    }

    /// An entry of a food has its name and energy from it; one of bare energy has no weight.
    private func checkKind(of logged: LoggedEntry) throws(ServiceError) {
        var checker = RuleChecker()
        if logged.per100g == nil {
            let weightFields = [("grams", grams != nil), ("portion", portion != nil), ("quantity", quantity != nil)]
            for (field, isGiven) in weightFields {
                checker.require(!isGiven, field, .notAllowed, "This entry is bare energy; \(field) needs a food.")
            }
        } else {
            for (field, isGiven) in [("name", name != nil), ("kcal", kcal != nil)] {
                checker.require(
                    !isGiven,
                    field,
                    .notAllowed,
                    "This entry's \(field) comes from its food; change the amount."
                )
            }
        }
        try checker.finish()
    }
}
