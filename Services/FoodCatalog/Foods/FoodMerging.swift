import Contracts

/// The origin of a food to store, which decides how it affects a stored food with the same id.
enum FoodOrigin: Sendable {
    /// Imported from a source by an operator, or entered by a user.
    case given
    /// Bundled with Mealwire.
    case starter
    /// Fetched from a remote source, which returns only part of its data.
    case remote
}

extension FoodRow {
    /// Returns the row to store if a food with the same id exists.
    ///
    /// Imported foods take precedence: the starter and remote sources only add missing values to them, and update only
    /// foods that they added themselves.
    ///
    /// - Parameters:
    ///   - old: The stored food, with the same owner.
    ///   - origin: The origin of this food.
    /// - Returns: One of the two, completed with values of the other.
    func merged(with old: FoodRow, from origin: FoodOrigin) -> FoodRow {
        switch origin {
        case .given: return completed(from: old)
        // Among all sources, only the starter uses a food's id as its source id.
        case .starter: return sourceID == old.sourceID ? self : old.filled(from: self)
        case .remote: return hasAllValues(of: old) ? self : old.filled(from: self)
        }
    }

    /// Returns the food with the values that only an earlier source has, if it was identified by that source's id.
    ///
    /// FoodData Central updates the starter's foods in this way, but has neither their names in other languages nor
    /// their allergens.
    private func completed(from old: FoodRow) -> FoodRow {
        guard owner == nil, names.isEmpty, !old.names.isEmpty || old.allergens != nil,
            id != FoodIdentity.id(source: source, sourceID: sourceID)
        else { return self }
        var food = self
        food.names = old.names
        if aliases.isEmpty { food.aliases = old.aliases }
        food.allergens = allergens ?? old.allergens
        let plain: Set<FoodType> = [.generic, .dish]
        if plain.contains(type), plain.contains(old.type) { food.type = old.type }
        return food
    }

    /// Returns the food with missing values taken from another one.
    ///
    /// The digest stays, so that the food's own source still recognises it. The barcode is not filled in, since the
    /// flags refer to this food's barcode.
    private func filled(from other: FoodRow) -> FoodRow {
        var food = self
        food.names = names.merging(other.names.filter { $0.key != language }) { own, _ in own }
        if aliases.isEmpty { food.aliases = other.aliases }
        if portions.isEmpty { food.portions = other.portions }
        food.nutrients = nutrients.merging(other.nutrients) { own, _ in own }
        food.allergens = allergens ?? other.allergens
        for path in Self.optionalTexts { food[keyPath: path] = food[keyPath: path] ?? other[keyPath: path] }
        // Macronutrients are checked against each other and the energy, so values of two sources must not be mixed.
        for path in Self.furtherAmounts { food[keyPath: path] = food[keyPath: path] ?? other[keyPath: path] }
        return food
    }

    /// Returns whether this food has every value that the other one has.
    private func hasAllValues(of other: FoodRow) -> Bool {
        func isKnown<Value>(_ path: KeyPath<FoodRow, Value?>) -> Bool {
            other[keyPath: path] == nil || self[keyPath: path] != nil
        }
        return Self.optionalTexts.allSatisfy { isKnown($0) }
            && (Self.macronutrients + Self.furtherAmounts).allSatisfy { isKnown($0) }
            && isKnown(\.allergens) && isKnown(\.barcode)
            && Set(other.nutrients.keys).isSubset(of: nutrients.keys)
            && Set([other.language] + other.names.keys).isSubset(of: [language] + names.keys)
            && (other.portions.isEmpty || !portions.isEmpty) && (other.aliases.isEmpty || !aliases.isEmpty)
    }

    private static var optionalTexts: [WritableKeyPath<FoodRow, String?>] {
        [\.brand, \.category, \.ingredients, \.imageURL]
    }
    private static var macronutrients: [WritableKeyPath<FoodRow, Double?>] { [\.proteinG, \.fatG, \.carbohydrateG] }
    private static var furtherAmounts: [WritableKeyPath<FoodRow, Double?>] {
        [\.fiberG, \.sugarG, \.saturatedFatG, \.sodiumMg]
    }
}
