import Contracts
import FoundationEssentials

/// What makes a recipe, besides the food that it is.
struct RecipeRow: Codable, Sendable, Equatable {
    var servings: Double
    var cookedGrams: Double?
    var ingredients: [RecipeIngredient]
    var steps: [String]

    /// What it comes to.
    var sum: RecipeSum { RecipeSum(of: ingredients, cookedGrams: cookedGrams) }

    /// What a serving weighs, to a thousandth of a gram.
    var servingG: Double { (sum.grams / servings).inThousandths }

    /// What it is made of, as the food that it is tells its owner.
    var ingredientNames: String { ingredients.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ") }

    /// The same bytes for the same recipe.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(self))
    }
}

extension Recipe {
    /// A recipe as it is told.
    ///
    /// - Parameters:
    ///   - row: The food that it is.
    ///   - recipe: What makes it.
    ///   - reader: Who asks.
    ///   - version: Of the food.
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
            imageURL: row.picture(for: reader)
        )
        if row.owner == reader { (own, self.version) = (true, version) }
    }
}
