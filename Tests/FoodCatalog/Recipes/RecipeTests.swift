import Contracts
import FoodCatalog
import JSONCoding
import Storage
import TestSupport
import Testing

@Suite struct RecipeTests {
    @Test func `a recipe is a food with the totals of its ingredients`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let flour = try await cook.add("Flour") {
                ($0.kcal, $0.proteinG, $0.fatG, $0.carbohydrateG) = (.set(360), .set(10), .set(1), .set(76))
            }
            let milk = try await cook.add("Milk") {
                ($0.kcal, $0.proteinG, $0.fatG, $0.carbohydrateG) = (.set(64), .set(3), .set(4), .set(5))
            }
            let recipe = try await cook.cook("Pancakes", [(flour.id, 200), (milk.id, 300)]) {
                $0.servings = .set(4)
                $0.cookedGrams = .set(400)
                $0.steps = .set(["Mix.", "Fry."])
            }
            // 720 + 192 kcal, 20 + 9 g of protein, 2 + 12 g of fat.
            #expect(recipe.perServing.kcal == 228)
            #expect((recipe.perServing.proteinG, recipe.perServing.fatG) == (7.25, 3.5))
            #expect((recipe.per100g.kcal, recipe.per100g.proteinG) == (228, 7.25))
            #expect((recipe.grams, recipe.servingG, recipe.cookedGrams) == (400, 100, 400))
            #expect(recipe.steps == ["Mix.", "Fry."])
            #expect((recipe.own, recipe.version, recipe.shared) == (true, 1, false))
            #expect(try await cook.recipe(recipe.id) == recipe)
            #expect(recipe.ingredients.map(\.picture) == [flour.id, milk.id].map(FoodPicture.path(of:)))
            let stored = try await catalog.store.read { reader in
                try reader.scalar(
                    "SELECT ingredients FROM recipe WHERE owner = ?",
                    [cook.user.description],
                    as: String.self
                )
            }
            #expect(stored?.contains("Flour") == true && stored?.contains("picture") == false)

            let food = try await cook.get(recipe.id)
            #expect((food.type, food.kcal, food.own) == ("recipe", 228, true))
            #expect(food.portions == [Portion(name: "1 serving", grams: 100)])
            #expect(food.ingredients == "Flour, Milk")
            #expect(try await cook.names("pancakes") == ["Pancakes"])

            let raw = try await cook.revise(recipe.id) { $0.cookedGrams = .cleared }
            #expect((raw.grams, raw.servingG, raw.perServing.kcal, raw.per100g.kcal) == (500, 125, 228, 182.4))
            #expect(try await cook.get(recipe.id).kcal == 182.4)
        }
    }

    @Test
    func `a recipe that is sent again without its key is the stored one, and another content is a conflict with it`()
        async throws
    {
        try await CatalogFixture.use { catalog in
            let (cook, other, id) = (Person(catalog), Person(catalog), FoodID.make())
            let flour = try await cook.add("Flour")
            let milk = try await cook.add("Milk") { $0.shared = .set(true) }
            func send(_ person: Person, milkG: Double = 300) async throws -> Recipe {
                try await person.cook(" Pancakes ", [(milk.id, milkG), (flour.id, 200)], id: id) {
                    ($0.language, $0.steps, $0.cookedGrams) = (.set("en"), .set(["Mix."]), .set(400))
                }
            }
            let first = try await send(cook)
            #expect(try await send(cook) == first)
            let conflict = try await refusal { _ = try await send(cook, milkG: 301) }
            #expect(conflict?.code == .conflict)
            #expect(try conflict?.current?.decode(Recipe.self) == first)
            // An ingredient that has changed or is removed changes nothing in the request.
            try await cook.change(flour.id) { $0.kcal = .set(1) }
            try await cook.remove(flour.id)
            #expect(try await send(cook) == first)
            // A food has the id of the recipe.
            let food = try await refusal { try await cook.add("Pancakes", id: id) }
            #expect(try food?.current?.decode(Food.self).id == id)
            let foreign = try #require(try await refusal { _ = try await other.cook("Other", [(milk.id, 1)], id: id) })
            #expect((foreign.code, foreign.current) == (.conflict, nil))
        }
    }

    @Test func `a value that an ingredient lacks is unknown rather than 0`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let known = try await cook.add("Known") {
                ($0.proteinG, $0.fiberG) = (.set(10), .set(2))
                $0.nutrients = .set(["ironMg": 1, "zincMg": 2])
                $0.allergens = .set(["milk"])
            }
            let vague = try await cook.add("Vague") {
                $0.proteinG = .set(20)
                $0.nutrients = .set(["zincMg": 4])
            }
            let recipe = try await cook.cook("Both", [(known.id, 100), (vague.id, 100)])
            #expect((recipe.per100g.proteinG, recipe.per100g.fiberG) == (15, nil))
            #expect(recipe.per100g.nutrients == ["zincMg": 3])
            #expect(
                recipe.incomplete == [
                    "fatG", "carbohydrateG", "fiberG", "sugarG", "saturatedFatG", "sodiumMg", "ironMg",
                ]
            )
            #expect((recipe.allergens, recipe.allergensComplete) == (["milk"], false))
            #expect(Set(recipe.flags) == ["macrosMissing", "allergensIncomplete"])
            let food = try await cook.get(recipe.id)
            #expect((food.fiberG, food.allergens) == (nil, ["milk"]))

            let unknown = try await cook.cook("Vague alone", [(vague.id, 1)])
            #expect((unknown.allergens, unknown.allergensComplete) == (nil, false))
            #expect(!unknown.flags.contains("allergensIncomplete"))
            let whole = try await cook.cook("Known alone", [(known.id, 1)])
            #expect((whole.allergens, whole.allergensComplete) == (["milk"], true))
            let outer = try await cook.cook("Both again", [(recipe.id, 50), (known.id, 50)])
            #expect((outer.allergens, outer.allergensComplete) == (["milk"], false))
        }
    }

    @Test func `a changed or removed ingredient affects a recipe only when it is saved`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let (stays, goes) = (try await cook.add("Stays"), try await cook.add("Goes"))
            let recipe = try await cook.cook("Stew", [(stays.id, 100), (goes.id, 100)])
            try await cook.change(stays.id) { $0.kcal = .set(300) }
            try await cook.remove(goes.id)
            #expect(try await cook.recipe(recipe.id) == recipe)
            #expect(try await cook.get(recipe.id).kcal == 100)
            let saved = try await cook.revise(recipe.id) { $0.steps = .set(["Stir."]) }
            #expect((saved.perServing.kcal, saved.version) == (200, 2))
            #expect(saved.ingredients.map(\.name) == ["Stays", "Goes"])
            #expect(try await cook.revise(recipe.id) { $0.steps = .set(["Stir."]) }.version == 2)
            let more = try await cook.revise(recipe.id) { change in
                change.ingredients = .set([RecipePart(foodId: goes.id, grams: 50)])
            }
            #expect(more.perServing.kcal == 25)
        }
    }

    @Test func `a recipe can contain another recipe but not itself`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Tomato")
            let sauce = try await cook.cook("Sauce", [(food.id, 100)])
            let pizza = try await cook.cook("Pizza", [(sauce.id, 100), (food.id, 100)])
            let circle = try await cook.revise(sauce.id) { change in
                change.ingredients = .set([RecipePart(foodId: pizza.id, grams: 100)])
            }
            #expect(circle.per100g.kcal == 100)
            let fields = try await refusedFields {
                try await cook.revise(sauce.id) { change in
                    change.ingredients = .set([RecipePart(foodId: sauce.id, grams: 1)])
                }
            }
            #expect(fields == ["ingredients[0].foodId"])
        }
    }

    @Test func `a recipe is visible only to its owner until it is shared`() async throws {
        try await CatalogFixture.use { catalog in
            let (cook, other) = (Person(catalog), Person(catalog, roles: [.user, .staff]))
            let secret = try await cook.add("Secret")
            let recipe = try await cook.cook("Grandmother's soup", [(secret.id, 100)])
            #expect(try await refusal { _ = try await other.recipe(recipe.id) } == .notFound("recipe"))
            #expect(try await other.names("soup") == [])
            #expect(try await other.recipes().items == [])
            #expect(try await refusedFields { try await other.cook("Copy", [(secret.id, 1)]) } != [])
            try await cook.revise(recipe.id) { $0.shared = .set(true) }
            let seen = try await other.recipe(recipe.id)
            #expect((seen.own, seen.version, seen.shared) == (nil, nil, true))
            #expect(try await other.names("soup") == ["Grandmother's soup"])
            #expect(try await refusal { try await other.revise(recipe.id) { $0.servings = .set(1) } } != nil)
            #expect(try await refusal { try await other.removeRecipe(recipe.id) } == .notFound("recipe"))
        }
    }

    @Test func `a recipe is changed and removed only as a recipe`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Rice")
            let recipe = try await cook.cook("Plov", [(food.id, 100)], key: "k")
            #expect(try await cook.cook("Plov", [(food.id, 100)], key: "k") == recipe)
            #expect(try await refusal { try await cook.change(recipe.id) { $0.kcal = .set(1) } }?.code == .conflict)
            #expect(try await refusal { _ = try await cook.recipe(food.id) } == .notFound("recipe"))
            #expect(try await refusal { try await cook.removeRecipe(food.id) } == .notFound("recipe"))
            let late = try await refusal { try await cook.revise(recipe.id, ifVersion: 2) { $0.servings = .set(1) } }
            #expect(late?.code == .versionMismatch)
            #expect(try late?.current?.decode(Recipe.self) == recipe)
            try await cook.removeRecipe(recipe.id, ifVersion: 1)
            #expect(try await cook.names("plov") == [])
            #expect(try await cook.recipes().items == [])
            let second = try await cook.cook("Plov", [(food.id, 100)])
            try await cook.remove(second.id)
            #expect(try await cook.recipes().items == [])
        }
    }

    @Test func `recipes are listed in pages, the newest first`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Rice")
            for name in ["One", "Two", "Three"] { try await cook.cook(name, [(food.id, 200)]) }
            let first = try await cook.recipes(limit: 2)
            #expect(first.items.map(\.name) == ["Three", "Two"])
            #expect(first.items.first?.perServing.kcal == 100)
            let second = try await cook.recipes(limit: 2, cursor: first.nextCursor)
            #expect(second.items.map(\.name) == ["One"])
            #expect(second.nextCursor == nil)
            #expect(
                try await refusedFields { _ = try await cook.recipes(limit: 0, cursor: "x") } == ["limit", "cursor"]
            )
        }
    }

    @Test func `an erased user leaves no recipe`() async throws {
        try await CatalogFixture.use { catalog in
            let cook = Person(catalog)
            let food = try await cook.add("Rice")
            try await cook.cook("Zqkwvplov", [(food.id, 100)]) { $0.steps = .set(["Jxqzvstir."]) }
            #expect(try catalog.directory.filesContain("Jxqzvstir"))
            try await catalog.erase(cook.user)
            try await IndexCleaning.runIfDue(catalog.store)
            for word in ["Jxqzvstir", "Zqkwvplov", "qkwvplov"] { #expect(try !catalog.directory.filesContain(word)) }
        }
    }
}
