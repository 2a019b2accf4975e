import Contracts

/// Where a food comes from that is to be stored, which decides what becomes of the one that is there under its id.
enum FoodOrigin: Sendable {
    /// Somebody asked for it: a source is imported, or people enter what is their own.
    case given
    /// It comes with Mealwire, unasked.
    case starter
    /// A source outside told a part of what it knows.
    case remote
}

extension FoodRow {
    /// What is stored where a food is there under the id of this one.
    ///
    /// What was imported stands: a newer starter, or what a source outside tells, only adds to it. Both bring up to date what they
    /// have brought themselves.
    ///
    /// - Parameters:
    ///   - old: The food that is there, of the same owner.
    ///   - origin: Of this one.
    /// - Returns: One of both, with what only the other tells.
    func merged(with old: FoodRow, from origin: FoodOrigin) -> FoodRow {
        switch origin {
        case .given: return keeping(old)
        // The starter calls foods by their ids, and so does nobody who has ids of their own.
        case .starter: return sourceID == old.sourceID ? self : old.filled(from: self)
        case .remote: return tells(allOf: old) ? self : old.filled(from: self)
        }
    }

    /// The food with what an earlier source knew of it and this one does not tell, where it was named by another one's id: FoodData
    /// Central brings the starter's foods up to date, and has neither their names in other languages nor their allergens.
    private func keeping(_ old: FoodRow) -> FoodRow {
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

    /// The food with what another one knows of it and this one does not.
    ///
    /// Its digest stays, so that its own source still knows it again. A barcode is nothing to be filled in: the flags are this one's.
    private func filled(from other: FoodRow) -> FoodRow {
        var food = self
        food.names = names.merging(other.names.filter { $0.key != language }) { own, _ in own }
        if aliases.isEmpty { food.aliases = other.aliases }
        if portions.isEmpty { food.portions = other.portions }
        food.nutrients = nutrients.merging(other.nutrients) { own, _ in own }
        food.allergens = allergens ?? other.allergens
        for path in Self.optionalTexts { food[keyPath: path] = food[keyPath: path] ?? other[keyPath: path] }
        // Macronutrients are held against each other and the energy; those of two tellers would not be one food's.
        for path in Self.furtherAmounts { food[keyPath: path] = food[keyPath: path] ?? other[keyPath: path] }
        return food
    }

    /// Whether another one knows nothing of what this one does not tell.
    private func tells(allOf other: FoodRow) -> Bool {
        func isTold<Value>(_ path: KeyPath<FoodRow, Value?>) -> Bool {
            other[keyPath: path] == nil || self[keyPath: path] != nil
        }
        return Self.optionalTexts.allSatisfy { isTold($0) }
            && (Self.macronutrients + Self.furtherAmounts).allSatisfy { isTold($0) }
            && isTold(\.allergens) && isTold(\.barcode)
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
