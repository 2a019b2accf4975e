import Contracts
import FoundationEssentials

/// The stored content of a recipe, besides its food.
struct RecipeRow: Codable, Sendable, Equatable {
    var servings: Double
    var cookedGrams: Double?
    var ingredients: [RecipeIngredient]
    var steps: [String]

    /// Its ingredients as a request names them.
    var parts: [RecipePart] { ingredients.map { RecipePart(foodId: $0.foodId, grams: $0.grams) } }

    /// The totals of its ingredients.
    var sum: RecipeSum { RecipeSum(of: ingredients, cookedGrams: cookedGrams) }

    /// Weight of a serving in grams, rounded to thousandths.
    var servingG: Double { (sum.grams / servings).inThousandths }

    /// The ingredient names, joined as the food's list of ingredients.
    var ingredientNames: String { ingredients.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Returns a canonical encoding: equal recipes have equal bytes.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(self))
    }
}

extension Recipe {
    /// Creates the recipe that a user receives.
    ///
    /// - Parameters:
    ///   - row: Its food.
    ///   - recipe: Its stored content.
    ///   - reader: The user that receives it.
    ///   - version: The version of the food.
    init(_ row: FoodRow, _ recipe: RecipeRow, for reader: UserID, version: Int) {
        let sum = recipe.sum
        self.init(
            id: row.id,
            name: row.name,
            language: row.language,
            servings: recipe.servings,
            cookedGrams: recipe.cookedGrams,
            grams: sum.grams,
            servingG: recipe.servingG,
            ingredients: recipe.ingredients,
            steps: recipe.steps,
            perServing: sum.total.scaled(by: 1 / recipe.servings),
            per100g: sum.per100g,
            incomplete: sum.incomplete,
            allergens: sum.allergens?.map(\.rawValue),
            allergensComplete: sum.allergensComplete,
            flags: row.flags.map(\.rawValue),
            shared: row.shared,
            imageURL: row.visibleImageURL(for: reader)
        )
        if row.owner == reader { (own, self.version) = (true, version) }
    }
}
