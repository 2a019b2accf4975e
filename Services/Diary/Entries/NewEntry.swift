import Calendar
package import Contracts

/// The id, day, meal, position and time of a new entry.
struct EntryDestination {
    let id: EntryID
    let date: PlainDate
    let meal: Meal
    let position: Int
    let at: String

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
            try logged.setPortion(try (food?.portions ?? []).named(name), quantity: quantity)
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
        DiaryEntry(
            id: id,
            date: date,
            meal: meal,
            position: position,
            at: at,
            foodId: food?.id,
            name: name,
            imageURL: food?.lastingImageURL,
            grams: nil,
            portion: nil,
            quantity: nil,
            nutrients: nutrients,
            version: 1
        )
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
