import Contracts
import FoodCatalog
import JSONCoding
import Storage
import Testing

/// Failures that would harm users.
@Suite struct OwnFoodSafetyTests {
    @Test func `a cleared value is removed completely`() async throws {
        try await CatalogFixture.use { catalog async throws in
            let owner = Person(catalog)
            let food = try await owner.add("Porridge") { change in
                change.allergens = .set([])
            }
            #expect(try await owner.get(food.id).allergens == [])
            try await owner.change(food.id) { $0.allergens = .cleared }
            #expect(try await owner.get(food.id).allergens == nil)
        }
    }

    @Test func `no name places a food among another user's private foods`() async throws {
        try await CatalogFixture.use { catalog async throws in
            let (victim, other) = (Person(catalog), Person(catalog))
            let token = victim.user.description.replacing("-", with: "")
            for name in [token, "=\(token)", "=^\(token)", "^\(token)", "\(token), banana bread"] {
                try await other.add("\(name), banana")
            }
            #expect(try await victim.names("banana").isEmpty)
            #expect(try await other.names("banana").count == 5)
        }
    }

    @Test func `a user cannot claim the id of a source's food`() async throws {
        try await CatalogFixture.use { catalog async throws in
            let owner = Person(catalog)
            for taken in ["7ed30c5d-6d66-53e7-9a2a-3a47ba966988", "7ed30c5d-6d66-83e7-9a2a-3a47ba966988"] {
                let id = try #require(FoodID(taken))
                #expect(try await refusedFields { try await owner.add("Mine", id: id) } == ["id"])
            }
            try await owner.add("Mine", id: .make())
        }
    }

    @Test func `a food that is no longer shared is not found by users that logged it`() async throws {
        try await CatalogFixture.use { catalog async throws in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Quernbread") { $0.shared = .set(true) }
            let state = UseFixture.state(food.id, 3)
            _ = try await catalog.store.write { transaction in
                try transaction.execute(
                    "INSERT INTO food_use (user_id, food_id, uses, last_at) VALUES (?, ?, ?, ?)",
                    [other.user.description, food.id.description, 3, state.lastAt]
                )
            }
            #expect(try await other.names("quernbread") == ["Quernbread"])
            try await owner.change(food.id) { $0.shared = .set(false) }
            #expect(try await other.names("quernbread").isEmpty)
            #expect(try await owner.names("quernbread") == ["Quernbread"])
        }
    }
}
