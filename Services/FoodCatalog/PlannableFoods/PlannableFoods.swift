package import Contracts
import SeededRandom
import Storage

extension FoodCatalogService {
    /// Returns foods for a meal plan, with the names of their portions in every language.
    package func plannableFoods(_ request: CatalogPlannable) async throws -> CatalogPlannable.Reply {
        var reply = try await PlannableFoods.run(request, in: store)
        for index in reply.items.indices {
            reply.items[index].food = portionNames.labelled(reply.items[index].food, in: nil)
        }
        return reply
    }
}

/// Handles `catalog.plannable`.
package enum PlannableFoods {
    /// The source of foods as eaten; the foods of other sources are mostly raw ingredients.
    private static let source = "fndds"

    static func run(_ request: CatalogPlannable, in store: Store) async throws -> CatalogPlannable.Reply {
        let limit = request.limit ?? CatalogPlannable.limitDefault
        let disliked = DislikedWords(request.dislikes ?? [])
        return try await store.readAtLength { reader in
            var generator = SeededGenerator(seed: request.seed ?? 0)
            let chosen = try candidates(reader).shuffled(using: &generator).prefix(limit)
            return CatalogPlannable.Reply(
                items: try chosen.map { candidate in
                    plannable(try FoodTable.row(number: candidate.number, reader), candidate.line, disliked)
                }
            )
        }
    }

    /// Selects all candidates with their category.
    package static let candidatesQuery = "SELECT number, category FROM food WHERE \(condition) ORDER BY number"

    private typealias Candidate = (number: Int64, line: NaturalPortions.Line)

    /// Selects foods of the source with all values that a meal plan needs and without flags.
    ///
    /// The partial index `food_plannable` covers ``candidatesQuery``: no query reads other foods, however many are
    /// imported. The condition is literal text, because SQLite uses such an index only if the query repeats it.
    static let condition =
        """
        source = '\(source)' AND category IS NOT NULL AND protein_g IS NOT NULL AND fat_g IS NOT NULL
        AND carbohydrate_g IS NOT NULL AND flags IS NULL
        """

    /// Returns the candidates in categories with a natural portion, in table order.
    private static func candidates(_ reader: SQLReader) throws -> [Candidate] {
        let rows = try reader.rows(candidatesQuery)
        // A category has many foods and is looked up once.
        var lines: [String: NaturalPortions.Line?] = [:]
        return try rows.compactMap { row in
            let category = try row.value("category", as: String.self)
            let line = lines[category] ?? NaturalPortions.line(for: category)
            lines[category] = .some(line)
            guard let line else { return nil }
            return (try row.value("number"), line)
        }
    }

    /// Returns the food with its portions for menus.
    ///
    /// Allergens of a dish are derived from its name and may be incomplete, so a dish has unknown allergens.
    private static func plannable(
        _ row: FoodRow,
        _ line: NaturalPortions.Line,
        _ disliked: DislikedWords
    ) -> PlannableFood {
        var food = row.listed(in: nil, for: nil)
        // Plans store copies of their foods, which have no addresses.
        food.picture = nil
        food.names = row.namesByLanguage
        food.portions = line.portions(food.portions)
        let texts = [row.name] + row.names.values + row.aliases + [row.category].compactMap(\.self)
        let dislikes = disliked.found(in: texts)
        return PlannableFood(
            food: food,
            meals: line.meals,
            allergens: row.type == .dish ? nil : food.allergens,
            dislikes: dislikes.isEmpty ? nil : dislikes
        )
    }
}
