package import Contracts

/// A new entry without its food and amount.
struct EntryDestination {
    let id: EntryID
    let position: Int
    /// At least day, meal and time.
    let fields: RequestedFields

    func entry(of requested: RequestedAmount, food: Food?) throws -> LoggedEntry {
        switch requested {
        case .quick(let name, let nutrients):
            return LoggedEntry(
                entry: entry(name: name, food: nil, nutrients: nutrients),
                per100g: nil,
                portionGrams: nil
            )
        case .grams(_, let grams):
            var logged = try weighed(food)
            logged.setWeight(grams: grams)
            return logged
        case .portion(_, let name, let quantity):
            var logged = try weighed(food)
            try logged.setPortion(try (food?.loggablePortions ?? []).named(name), quantity: quantity)
            return logged
        }
    }

    /// Returns an entry of a food, without its amount.
    private func weighed(_ food: Food?) throws -> LoggedEntry {
        guard let food else { throw ServiceError(.internalError, "An entry by weight has no food.") }
        let per100g = Nutrients(per100gOf: food)
        return LoggedEntry(
            entry: entry(name: food.name, food: food, nutrients: per100g),
            per100g: per100g,
            portionGrams: nil
        )
    }

    private func entry(name: String, food: Food?, nutrients: Nutrients) -> DiaryEntry {
        var entry = DiaryEntry.blank
        (entry.id, entry.position) = (id, position)
        (entry.foodId, entry.name, entry.imageURL) = (food?.id, name, food?.lastingImageURL)
        entry.nutrients = nutrients
        fields.apply(to: &entry)
        return entry
    }
}

/// The checked amount of a new entry.
package enum RequestedAmount: Sendable, Equatable {
    case grams(FoodID, Double)
    case portion(FoodID, name: String, quantity: Double)
    case quick(name: String, Nutrients)

    /// The food to look up in the catalog; nil for bare energy.
    package var foodId: FoodID? {
        switch self {
        case .grams(let id, _), .portion(let id, _, _): id
        case .quick: nil
        }
    }
}
