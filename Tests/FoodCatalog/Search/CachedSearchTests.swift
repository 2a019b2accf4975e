import Contracts
import FoodCatalog
import JSONCoding
import Testing

/// Results among public foods are cached, which must not be observable.
struct CachedSearchTests {
    @Test func `a repeated search returns the same results`() async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            for query in ["c", "milk", "greek yog", "bannana", "zzz", "rice chicken"] {
                let first = try await fixture.names(query, limit: 100)
                let again = try await fixture.names(query, limit: 100)
                #expect(first == again, "\(query)")
            }
        }
    }

    @Test func `a new food appears in cached results`() async throws {
        try await CatalogFixture.use(names: ["Honey"]) { fixture async throws in
            let before = try await fixture.names("honey")
            #expect(before == ["Honey"])
            try await fixture.fill(names: ["Honey", "Honey, comb"])
            let after = try await fixture.names("honey")
            #expect(after.contains("Honey, comb"), "\(after)")
        }
    }

    @Test func `a private food is found only by its owner, whichever user searched first`() async throws {
        try await CatalogFixture.use(names: ["Honey"]) { fixture async throws in
            let (owner, other) = (Person(fixture), Person(fixture))
            let before = try await other.names("honey")
            try await owner.add("Honey of my bees")
            let (theirs, others) = (try await owner.names("honey"), try await other.names("honey"))
            #expect(theirs.contains("Honey of my bees"))
            #expect(others == before)
        }
    }

    @Test func `sharing a food adds it to cached results, and unsharing removes it`() async throws {
        try await CatalogFixture.use(names: ["Honey"]) { fixture async throws in
            let (owner, other) = (Person(fixture), Person(fixture))
            let food = try await owner.add("Honey of my bees")
            var found = try await other.names("honey bees")
            #expect(!found.contains(food.name))
            try await owner.change(food.id) { $0.shared = .set(true) }
            found = try await other.names("honey bees")
            #expect(found.contains(food.name))
            try await owner.change(food.id) { $0.shared = .set(false) }
            found = try await other.names("honey bees")
            #expect(!found.contains(food.name))
        }
    }
}

/// Amounts typed along with a food.
struct AmountTests {
    @Test(arguments: [
        ("2 eggs", "Egg"), ("100g chicken breast", "Chicken, breast"), ("1 cup milk", "Milk"),
        ("banana 120 g", "Banana"),
        ("3 slices bread", "Bread"), ("200 г банан", "Banana"),
    ])
    func `an amount is ignored`(typed: String, wanted: String) async throws {
        try await CatalogFixture.useStarter { fixture async throws in
            let names = try await fixture.names(typed, limit: 3)
            #expect(names.contains { $0.hasPrefix(wanted) }, "\(names)")
        }
    }

    @Test(arguments: [("2% milk", "2%"), ("1% milk", "1%"), ("7 up", "7")])
    func `a number that belongs to a name is not ignored`(typed: String, wanted: String) async throws {
        try await CatalogFixture.use(names: ["Milk, 1% fat", "Milk, 2% fat", "Milk", "7 Up", "Up"]) {
            fixture async throws in
            let names = try await fixture.names(typed, limit: 1)
            #expect(names.allSatisfy { $0.contains(wanted) } && !names.isEmpty, "\(names)")
        }
    }

    @Test func `an amount without a food is searched literally`() async throws {
        try await CatalogFixture.use(names: ["100 Grand bar", "Honey"]) { fixture async throws in
            #expect(try await fixture.names("100 g") == ["100 Grand bar"])
        }
    }
}
