import Calendar
package import Contracts
import FoundationEssentials
import JSONCoding
import Storage
import StoredImages

extension DiaryService {
    /// Changes the amount, meal, day or position of an entry.
    ///
    /// An entry that moves to another meal becomes its last, unless the request specifies a position.
    package func update(
        _ request: DiaryEntriesUpdate,
        _ context: RequestContext
    ) async throws -> WrittenReply<DiaryEntry> {
        let user = try context.user()
        let now = now()
        let entry = try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            let before = try reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: now)
            guard request.namesAChange else { return before.entry }
            var after = before
            try request.changeAmount(of: &after) { food in
                let language = try reader.person(user).language
                return try reader.storedFood(food, of: user)?.named(in: language).loggablePortions ?? []
            }
            let date = try request.date?.date(today: reader.person(user).today(now))
            RequestedFields(request, on: date).apply(to: &after.entry)
            try transaction.assignPosition(of: &after.entry, at: request.position, from: before.entry, of: user)
            after.entry.version += 1
            try transaction.replace(after, of: user)
            try transaction.publishDayChange(from: before.entry, to: after.entry, of: user, now: now)
            return after.entry
        }
        return try await withSignedImage(entry)
    }
}

extension DiaryEntriesUpdate {
    /// The fields that select the entry and change nothing.
    private static let selectors: Set<String> = ["id", "ifVersion"]

    fileprivate var namesAChange: Bool { !NamedFields.names(in: self).isSubset(of: Self.selectors) }

    /// Sets the amount, name and energy that the request has.
    ///
    /// Looks up the food's portions only if the request has another portion than the entry has.
    ///
    /// - Throws: `invalid` for fields that this kind of entry does not have, and for an unknown portion.
    package func changeAmount(of logged: inout LoggedEntry, portions: (FoodID) throws -> [Portion]) throws {
        try checkKind(of: logged)
        if let name { logged.entry.name = name }
        if let kcal { logged.entry.nutrients.kcal = kcal.inHundredths }
        if let grams { logged.setWeight(grams: grams) }
        guard ml != nil || portion != nil || quantity != nil else { return }
        let quantity = ml ?? quantity ?? logged.entry.quantity ?? 1
        try logged.setPortion(try requestedPortion(of: logged, portions), quantity: quantity)
    }

    /// Returns the requested portion.
    ///
    /// The entry's own portion keeps its logged weight; another one is looked up.
    private func requestedPortion(of logged: LoggedEntry, _ portions: (FoodID) throws -> [Portion]) throws -> Portion {
        let portion = ml == nil ? portion : Portion.ml
        if let own = logged.entry.portion, let grams = logged.portionGrams, portion ?? own == own {
            return Portion(name: own, grams: grams, label: logged.entry.portionLabel)
        }
        guard let portion else {
            throw ServiceError.invalid([
                FieldError("portion", .missing, "This entry is by weight; give the portion for the quantity.")
            ])
        }
        return try (try logged.entry.foodId.map(portions) ?? []).named(portion)
    }

    /// Checks the fields: an entry of a food takes name and energy from it, and one of bare energy has no weight.
    private func checkKind(of logged: LoggedEntry) throws(ServiceError) {
        var checker = RuleChecker()
        if logged.per100g == nil {
            let weightFields = [
                ("grams", grams != nil), ("ml", ml != nil), ("portion", portion != nil), ("quantity", quantity != nil),
            ]
            for (field, isGiven) in weightFields {
                checker.require(!isGiven, field, .notAllowed, "This entry has no food; \(field) needs one.")
            }
        } else {
            for (field, isGiven) in [("name", name != nil), ("kcal", kcal != nil)] {
                checker.require(
                    !isGiven,
                    field,
                    .notAllowed,
                    "This entry's \(field) comes from its food; change the amount instead."
                )
            }
        }
        try checker.finish()
    }
}

extension DiaryService {
    /// Signs the image's URL; a reply without an image stays as it is stored.
    func withSignedImage(_ entry: WrittenReply<DiaryEntry>) async throws -> WrittenReply<DiaryEntry> {
        guard entry.value.imageURL != nil else { return entry }
        return try WrittenReply(try await images.signed(entry.value, \.imageURL))
    }

    /// Removes an entry, or remembers its id as removed if the request asks for that.
    package func remove(_ request: DiaryEntriesRemove, _ context: RequestContext) async throws -> Empty {
        let (user, now) = (try context.user(), now())
        return try await store.writeIdempotently(request, context) { transaction in
            if request.ifAbsent == .remember, try transaction.reader.entry(request.id, of: user) == nil {
                try transaction.rememberAsRemoved(request.id, of: user, at: now)
                return Empty()
            }
            let logged = try transaction.reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: now)
            try transaction.removeEntry(logged.entry, of: user, at: now)
            try transaction.publishDayChange(logged.entry.date, of: user, now: now)
            return Empty()
        }
    }
}
