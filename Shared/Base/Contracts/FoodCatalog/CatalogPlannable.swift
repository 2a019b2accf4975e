package import JSONCoding

/// Returns randomly chosen foods for a menu: generic ones in the form in which they are eaten.
///
/// The same seed gives the same foods while the catalog is unchanged.
package struct CatalogPlannable: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [PlannableFood]

        package init(items: [PlannableFood]) {
            self.items = items
        }
    }

    package static let limits = 1...PlanLimits.candidatesMax
    /// A number that the search for a menu handles easily, and enough for a week without repetitions.
    package static let limitDefault = 300

    package static let method = Method("catalog.plannable", of: .catalog, .read, .user)

    package static let rules: Rules<Self> = [
        .range(\.limit, limits),
        .words(\.dislikes, max: PlanLimits.wordsMax),
    ]

    package var limit: Int?
    /// Another seed gives other foods; 0 by default.
    package var seed: Int?
    /// Words that the user dislikes, in any language of the catalog; the reply marks the foods that they name.
    package var dislikes: [String]?

    package init(limit: Int? = nil, seed: Int? = nil, dislikes: [String]? = nil) {
        self.limit = limit
        self.seed = seed
        self.dislikes = dislikes
    }
}

/// A food that a menu may contain.
package struct PlannableFood: Codable, Sendable, Equatable {
    /// Has at least one portion, and its names by language.
    package var food: Food
    /// The meals for which it is suitable.
    package var meals: [Meal]
    /// Null if unknown; empty if there are none.
    @Nullable package var allergens: [String]?
    /// Those of the requested words that the food has in a name of any language; omitted if there are none.
    package var dislikes: [String]?

    package init(food: Food, meals: [Meal], allergens: [String]?, dislikes: [String]? = nil) {
        self.food = food
        self.meals = meals
        self.allergens = allergens
        self.dislikes = dislikes
    }
}

extension API {
    /// The contracts of this file.
    static let catalogPlannable: [any Contract.Type] = [CatalogPlannable.self]
}
