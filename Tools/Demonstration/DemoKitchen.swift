import Calendar
import Contracts
import JSONCoding

/// Own foods, recipes and favourites of a user of a demonstration.
struct DemoKitchen: Sendable {
    /// A food as its label has it, in 100 g.
    struct OwnFood: Sendable {
        let name: String
        let brand: String
        let kcal: Double
        let proteinG: Double
        let fatG: Double
        let carbohydrateG: Double
        let portion: Portion
    }

    /// A recipe with its ingredients as a person types them.
    struct OwnRecipe: Sendable {
        let name: String
        let servings: Double
        let ingredients: String
        let steps: [String]
    }

    var foods: [OwnFood] = []
    var recipes: [OwnRecipe] = []
    /// Foods as a person types them.
    var favourites = ""

    static let anna = DemoKitchen(
        foods: [
            OwnFood(
                name: "Granola with hazelnuts",
                brand: "Corner bakery",
                kcal: 452,
                proteinG: 10.5,
                fatG: 18.2,
                carbohydrateG: 58.4,
                portion: Portion(name: "1 bowl", grams: 55)
            ),
            OwnFood(
                name: "Pumpkin seed bread",
                brand: "Corner bakery",
                kcal: 268,
                proteinG: 10.8,
                fatG: 7.4,
                carbohydrateG: 36.9,
                portion: Portion(name: "1 slice", grams: 48)
            ),
            OwnFood(
                name: "Vanilla protein shake",
                brand: "Gym bar",
                kcal: 71,
                proteinG: 9.6,
                fatG: 1.4,
                carbohydrateG: 4.8,
                portion: Portion(name: "1 bottle", grams: 330)
            ),
        ],
        recipes: [
            OwnRecipe(
                name: "Overnight oats with blueberries",
                servings: 2,
                ingredients: "100 g oats, 250 ml milk, 100 g greek yogurt, 80 g blueberries, 20 g honey",
                steps: [
                    "Stir everything but the blueberries.", "Leave it in the fridge overnight.", "Add the blueberries.",
                ]
            ),
            OwnRecipe(
                name: "Tray of chicken and vegetables",
                servings: 4,
                ingredients: """
                    600 g chicken breast, 500 g potatoes, 300 g broccoli, 200 g carrots, 30 g olive oil
                    """,
                steps: ["Heat the oven to 200 °C.", "Cut everything, and mix it with the oil.", "Bake for 35 minutes."]
            ),
        ],
        favourites: "1 banana, greek yogurt 200 g"
    )
}

extension DemoUser {
    /// The day of the ids of a kitchen, which no entry of a demonstration has.
    private static let day = PlainDate(dayNumber: 0)

    /// Adds own foods, recipes and favourites.
    ///
    /// A repetition after an interruption adds none twice.
    func fillKitchen() async throws(ServiceError) {
        let kitchen = person.kitchen
        var ids = DemoDay.IDs(person, Self.day)
        for food in kitchen.foods {
            try await keepVisited(CatalogFoodsAdd(FoodChange(food), id: FoodID(ids.next())))
        }
        for recipe in kitchen.recipes {
            let parts = try await parsed(recipe.ingredients).map { RecipePart(foodId: $0.id, grams: $0.grams) }
            try await keepVisited(CatalogRecipesAdd(RecipeChange(recipe, parts), id: FoodID(ids.next())))
        }
        guard !kitchen.favourites.isEmpty else { return }
        for food in try await parsed(kitchen.favourites) { try await keepVisited(DiaryFavouritesAdd(id: food.id)) }
    }
}

extension FoodChange {
    fileprivate init(_ food: DemoKitchen.OwnFood) {
        self.init()
        name = .set(food.name)
        language = .set("en")
        brand = .set(food.brand)
        kcal = .set(food.kcal)
        proteinG = .set(food.proteinG)
        fatG = .set(food.fatG)
        carbohydrateG = .set(food.carbohydrateG)
        portions = .set([food.portion])
    }
}

extension RecipeChange {
    fileprivate init(_ recipe: DemoKitchen.OwnRecipe, _ parts: [RecipePart]) {
        self.init()
        name = .set(recipe.name)
        language = .set("en")
        servings = .set(recipe.servings)
        ingredients = .set(parts)
        steps = .set(recipe.steps)
    }
}
