import Contracts
import Storage

/// Answers `catalog.plannable`.
package enum PlannableFoods {
    /// The source whose foods are as people eat them; the others are mostly ingredients, and raw.
    private static let source = "fndds"

    static func run(_ request: CatalogPlannable, in store: Store) async throws -> CatalogPlannable.Reply {
        var rules = RuleChecker()
        rules.require(request.limit, in: CatalogPlannable.limits, "limit")
        try rules.finish()
        let limit = request.limit ?? CatalogPlannable.limitDefault
        return try await store.readAtLength { reader in
            var generator = SeededGenerator(seed: request.seed ?? 0)
            let chosen = try places(reader).shuffled(using: &generator).prefix(limit)
            return CatalogPlannable.Reply(
                items: try chosen.map { place in
                    plannable(try FoodTable.row(number: place.number, reader).listed(in: nil, for: nil), place.line)
                }
            )
        }
    }

    /// How they are found.
    package static let placesQuery = "SELECT number, category FROM food WHERE \(condition) ORDER BY number"

    private typealias Place = (number: Int64, line: NaturalPortions.Line)

    /// Which foods are considered: those of the source of which a menu needs everything to be known, and nothing in doubt.
    ///
    /// As literal text, for which SQLite knows that the index has just these.
    private static let condition =
        """
        source = '\(source)' AND category IS NOT NULL AND protein_g IS NOT NULL AND fat_g IS NOT NULL
        AND carbohydrate_g IS NOT NULL AND flags IS NULL
        """

    /// An index of just these foods, with all that ``places(_:)`` reads or compares: whatever else is imported, it looks at nothing
    /// more.
    static let migration = Migration(
        "catalog-plannable-1",
        """
        CREATE INDEX food_plannable ON food (number, category, source, protein_g, fat_g, carbohydrate_g, flags)
        WHERE \(condition);
        """
    )

    /// Where the foods stand that somebody would put on a menu, in the order of the table.
    private static func places(_ reader: SQLReader) throws -> [Place] {
        let rows = try reader.rows(placesQuery)
        // A category has many foods, and is looked up once.
        var lines: [String: NaturalPortions.Line?] = [:]
        return try rows.compactMap { row in
            let category = try row.value("category", as: String.self)
            let line = lines[category] ?? NaturalPortions.line(for: category)
            lines[category] = .some(line)
            guard let line else { return nil }
            return (try row.value("number"), line)
        }
    }

    /// What a food is eaten in, by its own portions where it has some.
    ///
    /// The allergens of a dish are those that its name tells, and there may be others: nobody knows that it is free of any.
    private static func plannable(_ food: Food, _ line: NaturalPortions.Line) -> PlannableFood {
        var food = food
        let isDish = food.type == FoodType.dish.rawValue
        food.portions = food.portions.isEmpty ? [line.portion] : Array(food.portions.prefix(PlanLimits.portionsMax))
        return PlannableFood(food: food, meals: line.meals, allergens: isDish ? nil : food.allergens)
    }
}
