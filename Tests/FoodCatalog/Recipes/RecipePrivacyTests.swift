import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import Storage
import TestSupport
import Testing

/// Privacy of shared recipes and of erased users' foods in recipes.
@Suite struct RecipePrivacyTests {
    @Test func `a shared recipe shows only the weight of its owner's private foods`() async throws {
        try await CatalogFixture.use(names: ["Water"]) { catalog in
            let (cook, other) = (Person(catalog), Person(catalog))
            let water = try await catalog.service.searchFoods(CatalogSearch(q: "water"), cook.context()).items[0]
            let secret = try await cook.add("Secret spice") { $0.allergens = .set(["mustard"]) }
            let shared = try await cook.add("Flour") { $0.shared = .set(true) }
            let parts = [(water.id, 300.0), (secret.id, 40.5), (shared.id, 100)]
            let recipe = try await cook.cook("Curry", parts) { $0.shared = .set(true) }
            #expect(try await cook.recipe(recipe.id).ingredients.map(\.name) == ["Water", "Secret spice", "Flour"])
            #expect(try await cook.recipe(recipe.id).hiddenGrams == nil)
            #expect(try await cook.get(recipe.id).ingredients == "Water, Secret spice, Flour")

            let seen = try await other.recipe(recipe.id)
            #expect(seen.ingredients.map(\.name) == ["Water", "Flour"])
            #expect(seen.hiddenGrams == 40.5)
            #expect((seen.grams, seen.perServing, seen.allergens) == (440.5, recipe.perServing, ["mustard"]))
            let text = try JSONText(seen).text + JSONText(try await other.get(recipe.id)).text
            #expect(!text.contains("Secret") && !text.contains(secret.id.description))

            // The removed food was private, so it stays hidden from others.
            try await cook.remove(secret.id)
            #expect(try await other.recipe(recipe.id).hiddenGrams == 40.5)
            #expect(try await cook.recipe(recipe.id).ingredients.count == 3)
            try await cook.change(shared.id) { $0.shared = .set(false) }
            #expect(try await other.recipe(recipe.id).ingredients.map(\.name) == ["Water"])
        }
    }

    @Test func `an erasure removes the names of a user's foods from others' recipes`() async throws {
        try await CatalogFixture.use { catalog in
            let (leaves, stays, cook) = (Person(catalog), Person(catalog), Person(catalog))
            let names = ["Qwzxkovbread", "Pyjqvtsoup", "Honey"]
            let bread = try await leaves.add(names[0]) { $0.shared = .set(true) }
            let soup = try await leaves.add(names[1]) { $0.shared = .set(true) }
            let honey = try await stays.add(names[2]) { $0.shared = .set(true) }
            let recipe = try await cook.cook("Meal", [(bread.id, 100), (soup.id, 200), (honey.id, 10)])
            // A food removed before the erasure is still in the recipe.
            try await leaves.remove(soup.id)
            try await cook.revise(recipe.id) { $0.steps = .set(["Serve."]) }
            let before = try await cook.recipe(recipe.id)
            #expect(before.ingredients.map(\.name) == names)

            try await catalog.erase(leaves.user)
            let after = try await cook.recipe(recipe.id)
            #expect(after.ingredients.map(\.name) == ["", "", "Honey"])
            #expect(after.ingredients.map(\.grams) == [100, 200, 10])
            #expect((after.perServing, after.version) == (before.perServing, before.version))
            #expect(try await cook.get(recipe.id).ingredients == "Honey")
            try await IndexCleaning.runIfDue(catalog.store)
            // Replies stored under idempotency keys keep the names for a while.
            let people = try await catalog.store.read { try FoodCatalogSchema.people(after: nil, limit: 9, $0) }
            #expect(!people.contains(leaves.user))
            #expect(try await cook.revise(recipe.id) { $0.servings = .set(1) }.perServing.kcal == 310)
            #expect(try await catalog.ingredientOwners() == 1)
            try await cook.removeRecipe(recipe.id)
            #expect(try await catalog.ingredientOwners() == 0)
        }
    }
}

extension CatalogFixture {
    /// Returns the number of other users' foods in recipes.
    fileprivate func ingredientOwners() async throws -> Int? {
        try await store.read { try $0.scalar("SELECT count(*) FROM ingredient_owner") }
    }
}
