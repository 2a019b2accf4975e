package import Contracts

/// An entry with what is needed to weigh it anew: it keeps the nutrients of 100 g that it was logged with, so that no
/// change of its amount adds a rounding to the one before, and no change of the food rewrites it.
package struct LoggedEntry: Sendable, Equatable {
    package var entry: DiaryEntry
    /// Nil for an entry of bare energy.
    package var per100g: Nutrients?
    /// What one of the entry's portions weighs; nil for an entry by weight.
    package var portionGrams: Double?

    package init(entry: DiaryEntry, per100g: Nutrients?, portionGrams: Double?) {
        self.entry = entry
        self.per100g = per100g
        self.portionGrams = portionGrams
    }

    /// Makes it so many grams.
    package mutating func weigh(grams: Double) {
        entry.grams = grams
        entry.portion = nil
        entry.quantity = nil
        portionGrams = nil
        scale(to: grams)
    }

    /// Makes it so many of a portion.
    ///
    /// - Throws: `invalid` when that weighs less or more than an entry may.
    package mutating func serve(_ portion: Portion, quantity: Double) throws(ServiceError) {
        let grams = try EntryRules.weight(of: quantity, portion)
        entry.grams = grams
        entry.portion = portion.name
        entry.quantity = quantity
        portionGrams = portion.grams
        scale(to: grams)
    }

    private mutating func scale(to grams: Double) {
        if let per100g { entry.nutrients = per100g.inGrams(grams) }
    }
}

extension [Portion] {
    /// The portion of that name.
    ///
    /// - Throws: `invalid`, which tells the names that there are.
    package func named(_ name: String) throws(ServiceError) -> Portion {
        if let portion = first(where: { $0.name == name }) { return portion }
        let names = map(\.name).joined(separator: "; ")
        let message =
            isEmpty
            ? "This food has no portions; give grams."
            : "This food has no portion of that name; it has: \(names)."
        throw .invalid([FieldError("portion", .notAllowed, message, params: ["portions": names])])
    }
}
