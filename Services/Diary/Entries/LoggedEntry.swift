package import Contracts

/// An entry with the data needed to change its amount.
///
/// It has the nutrients of 100 g that it was logged with. Changes of the amount therefore accumulate no rounding
/// errors, and a change of the food does not alter the entry.
package struct LoggedEntry: Sendable, Equatable {
    package var entry: DiaryEntry
    /// Nil for an entry of bare energy.
    package var per100g: Nutrients?
    /// The weight of one portion in grams; nil for an entry by weight.
    package var portionGrams: Double?

    package init(entry: DiaryEntry, per100g: Nutrients?, portionGrams: Double?) {
        self.entry = entry
        self.per100g = per100g
        self.portionGrams = portionGrams
    }

    /// Sets the weight and scales the nutrients.
    package mutating func setWeight(grams: Double) {
        entry.grams = grams
        entry.portion = nil
        entry.portionLabel = nil
        entry.quantity = nil
        portionGrams = nil
        scale(to: grams)
    }

    /// Sets a number of portions and scales the nutrients.
    ///
    /// - Throws: `invalid` if the weight is outside the range of an entry.
    package mutating func setPortion(_ portion: Portion, quantity: Double) throws(ServiceError) {
        let grams = try EntryRules.weight(of: quantity, portion)
        entry.grams = grams
        entry.portion = portion.name
        entry.portionLabel = portion.label
        entry.quantity = quantity
        portionGrams = portion.grams
        scale(to: grams)
    }

    private mutating func scale(to grams: Double) {
        if let per100g { entry.nutrients = per100g.inGrams(grams) }
    }
}

extension [Portion] {
    /// Returns the portion with a name.
    ///
    /// - Throws: `invalid` with the available names.
    package func named(_ name: String) throws(ServiceError) -> Portion {
        if let portion = first(where: { $0.name == name }) { return portion }
        if name == Portion.ml {
            let message = "This food has no density, so its weight in ml is unknown; give grams or a portion."
            throw .invalid([FieldError(Portion.ml, .notAllowed, message)])
        }
        let names = map(\.name).joined(separator: "; ")
        let message =
            isEmpty
            ? "This food has no portions; give grams."
            : "This food has no portion of that name; it has: \(names)."
        throw .invalid([FieldError("portion", .notAllowed, message, params: ["portions": names])])
    }
}
