import Contracts
import FoodCatalog
import JSONCoding
import Testing

@Suite struct RecipeRuleTests {
    private typealias Case = (field: String, fill: (inout RecipeChange) -> Void)

    @Test func `invalid values are rejected with the name of the field`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Oil") { $0.kcal = .set(900) }
            let part = RecipePart(foodId: food.id, grams: 100)
            let cases: [Case] = [
                ("name", { $0.name = .set("?") }), ("name", { $0.name = .unchanged }),
                ("servings", { $0.servings = .set(0) }), ("servings", { $0.servings = .cleared }),
                ("cookedGrams", { $0.cookedGrams = .set(0) }), ("cookedGrams", { $0.cookedGrams = .set(1) }),
                ("ingredients", { $0.ingredients = .set([]) }), ("ingredients", { $0.ingredients = .unchanged }),
                ("ingredients", { $0.ingredients = .set(Array(repeating: part, count: 101)) }),
                ("ingredients[0].grams", { $0.ingredients = .set([RecipePart(foodId: food.id, grams: 0)]) }),
                (
                    "ingredients[1].foodId",
                    { $0.ingredients = .set([part, RecipePart(foodId: .make(), grams: 1)]) }
                ),
                ("steps", { $0.steps = .set(Array(repeating: "Stir.", count: 101)) }),
                ("steps[1]", { $0.steps = .set(["Stir.", String(repeating: "s", count: 2_001)]) }),
                ("steps[0]", { $0.steps = .set([""]) }),
                ("imageURL", { $0.imageURL = .set("https://example.org/a.png") }),
            ]
            for (index, refused) in cases.enumerated() {
                let fields = try await refusedFields { try await cook.cook("Recipe", [(food.id, 100)], refused.fill) }
                #expect(fields == [refused.field], "case \(index)")
            }
            #expect(try await cook.recipes().items == [])
        }
    }

    @Test func `the largest recipe fits into one message`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let everything = Dictionary(
                uniqueKeysWithValues: FurtherNutrient.allCases.map { ($0.rawValue, 123.456) }
            )
            let food = try await cook.add(String(repeating: "ก", count: 200)) { $0.nutrients = .set(everything) }
            let recipe = try await cook.cook("Largest", Array(repeating: (food.id, 123.45), count: 100)) {
                $0.steps = .set(Array(repeating: String(repeating: "ก", count: 2_000), count: 100))
            }
            #expect(recipe.ingredients.count == 100)
            #expect(try PayloadCoder.encode(recipe).count < 1 << 20)
        }
    }
}
