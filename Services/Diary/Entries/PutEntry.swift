import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Creates or replaces the entry with an id that the client has chosen.
    package func put(_ request: DiaryEntriesPut, _ context: RequestContext) async throws -> WrittenReply<DiaryEntry> {
        let user = try context.user()
        let now = now()
        let (requested, atMs) = try EntryRules.requestedAmountAndTime(of: request, now: now)
        let answer = try await lookUpFood(for: requested.foodId, context)
        let entry = try await store.writeReply(to: request, context) { transaction in
            let person = try transaction.reader.person(user)
            let date = request.date.date(today: person.today(now))
            let at = atMs.map { Timestamp.text(Date(timeIntervalSince1970: Double($0) / 1_000)) }
            let fields = RequestedFields(request, on: date, at: at)
            let put = EntryPut(request: request, requested: requested, fields: fields, now: now)
            let stored = try transaction.reader.entry(request.id, of: user)
            if let stored, try put.matches(stored, transaction.reader, of: user) { return stored.entry }
            let removedVersion = try transaction.reader.removedVersion(of: request.id, user)
            try put.checkPreconditions(
                replacing: try stored.map { try transaction.reader.withSignedImage($0.entry, at: now) },
                wasRemoved: removedVersion != nil
            )
            return try transaction.applyPut(put, on: stored, removedAt: removedVersion, of: user) {
                try transaction.food(from: answer, for: requested.foodId, of: user)?.named(in: person.language)
            }
        }
        return try await withSignedImage(entry)
    }
}

/// A checked request to create or replace an entry.
private struct EntryPut {
    let request: DiaryEntriesPut
    let requested: RequestedAmount
    let fields: RequestedFields
    let now: Date

    /// Returns whether a stored entry already equals the request in every field that the request has.
    func matches(_ logged: LoggedEntry, _ reader: SQLReader, of user: UserID) throws -> Bool {
        guard fields.match(logged.entry), logged.matches(requested) else { return false }
        return try reader.isPositioned(logged.entry, at: request.position, of: user)
    }

    /// Checks that the request may replace the stored entry, or create a removed one again.
    ///
    /// - Throws: `versionMismatch` with the stored entry.
    func checkPreconditions(replacing stored: DiaryEntry?, wasRemoved: Bool) throws {
        if request.overwrites == true { return }
        guard let stored else {
            guard wasRemoved || request.ifVersion != nil else { return }
            throw ServiceError.entryWasRemoved
        }
        guard let seen = request.ifVersion else { throw try ServiceError.entryDiffers(stored) }
        guard seen == stored.version else {
            throw try ServiceError.versionMismatch("entry", seen: seen, current: stored, version: stored.version)
        }
    }
}

extension SQLTransaction {
    /// Stores the new or changed entry.
    ///
    /// Versions continue from those of a removed entry, so that no earlier `If-Match` fits the new one.
    fileprivate func applyPut(
        _ put: EntryPut,
        on stored: LoggedEntry?,
        removedAt removedVersion: Int?,
        of user: UserID,
        food: () throws -> Food?
    ) throws -> DiaryEntry {
        var logged = try put.logged(on: stored, food: food)
        try assignPosition(of: &logged.entry, at: put.request.position, from: stored?.entry, of: user)
        logged.entry.version = (stored?.entry.version ?? removedVersion ?? 0) + 1
        if let stored {
            try replace(logged, of: user)
            try publishDayChange(from: stored.entry, to: logged.entry, of: user, now: put.now)
        } else {
            _ = try insert(logged, of: user)
            try publishDayChange(byAdding: logged.entry, of: user, try reader.person(user), now: put.now)
        }
        return logged.entry
    }
}

extension EntryPut {
    /// Returns the requested entry, without its position and version.
    ///
    /// With an unchanged food, it keeps the nutrients that it was logged with, as a change of its amount does.
    fileprivate func logged(on stored: LoggedEntry?, food: () throws -> Food?) throws -> LoggedEntry {
        guard var logged = stored, let id = requested.foodId, logged.entry.foodId == id else {
            var fields = fields
            fields.at = fields.at ?? stored?.entry.at ?? Timestamp.text(now)
            let destination = EntryDestination(
                id: request.id,
                position: stored?.entry.position ?? 0,
                fields: fields
            )
            var logged = try destination.entry(of: requested, food: try food())
            // An uploaded image belongs to the entry until it is removed, even if the food changes.
            if let entry = stored?.entry, entry.hasOwnImage { logged.entry.imageURL = entry.imageURL }
            return logged
        }
        fields.apply(to: &logged.entry)
        switch requested {
        case .grams(_, let grams): logged.setWeight(grams: grams)
        case .portion(_, let name, let quantity):
            let label = logged.entry.portionLabel
            let grams = logged.entry.portion == name ? logged.portionGrams : nil
            let own = grams.map { Portion(name: name, grams: $0, label: label) }
            try logged.setPortion(try own ?? (try food()?.loggablePortions ?? []).named(name), quantity: quantity)
        case .quick: break
        }
        return logged
    }
}

extension LoggedEntry {
    /// Returns whether the entry has the requested food and amount.
    fileprivate func matches(_ requested: RequestedAmount) -> Bool {
        switch requested {
        case .quick(let name, let nutrients):
            entry.foodId == nil && entry.name == name && entry.nutrients == nutrients
        case .grams(let food, let grams):
            entry.foodId == food && entry.portion == nil && entry.grams == grams
        case .portion(let food, let name, let quantity):
            entry.foodId == food && entry.portion == name && entry.quantity == quantity
        }
    }
}

extension ServiceError {
    /// The error for a request that would replace or recreate a removed entry.
    fileprivate static var entryWasRemoved: ServiceError {
        var error = ServiceError(.versionMismatch, "This entry was removed; set overwrites to create it again.")
        error.current = JSONText(text: "null")
        return error
    }

    /// The error for a request that would replace an entry without its version.
    fileprivate static func entryDiffers(_ stored: DiaryEntry) throws -> ServiceError {
        var error = ServiceError(
            .versionMismatch,
            "An entry with this id exists and differs; give its version to replace it.",
            params: [currentVersionParameter: "\(stored.version)"]
        )
        error.current = try JSONText(stored)
        return error
    }
}
