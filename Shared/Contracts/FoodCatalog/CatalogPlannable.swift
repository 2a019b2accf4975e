/// Foods out of which a menu can be made: generic ones as they are eaten, chosen by chance.
///
/// The same seed gives the same foods, as long as the catalogue is the same.
package struct CatalogPlannable: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [PlannableFood]

        package init(items: [PlannableFood]) {
            self.items = items
        }
    }

    package static let limits = 1...PlanLimits.candidatesMax
    /// As many as a search for a menu looks at with ease, and enough for a week without a repetition.
    package static let limitDefault = 300

    package static let method = Method("catalog.plannable", of: .catalog, .read, .user)

    package var limit: Int?
    /// Another seed gives other foods; 0 where it is left out.
    package var seed: Int?

    package init(limit: Int? = nil, seed: Int? = nil) {
        self.limit = limit
        self.seed = seed
    }
}

/// A food that may be in a menu.
package struct PlannableFood: Codable, Sendable, Equatable {
    /// With at least one portion.
    package var food: Food
    /// The meals in which it is natural.
    package var meals: [Meal]
    /// Null where nobody knows; empty where there are none.
    @Nullable package var allergens: [String]?

    package init(food: Food, meals: [Meal], allergens: [String]?) {
        self.food = food
        self.meals = meals
        _allergens = Nullable(wrappedValue: allergens)
    }
}
