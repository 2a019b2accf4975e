import Contracts
import FoodCatalog
import JSONCoding
import QueryPlans
import Storage
import Testing

/// Ranking of foods by the number of users that log them.
@Suite struct FoodPopularityTests {
    private static let names = ["Honey, acacia", "Honey, linden"]

    /// Opens a catalog with two foods that differ only in their names.
    private func use(_ body: (UseFixture, _ acacia: FoodID, _ linden: FoodID) async throws -> Void) async throws {
        try await UseFixture.use { fixture in
            try await fixture.catalog.fill(names: Self.names)
            let request = CatalogSearch(q: "honey")
            let found = try await fixture.catalog.service.searchFoods(request, fixture.catalog.context).items
            #expect(found.map(\.name) == Self.names)
            try await body(fixture, found[0].id, found[1].id)
        }
    }

    /// Returns the names that a search finds without cached results.
    private func uncachedNames(_ fixture: UseFixture) async throws -> [String] {
        let vocabulary = VocabularyCache(store: fixture.store)
        try await vocabulary.load()
        let service = FoodCatalogService(
            store: fixture.store,
            vocabulary: vocabulary,
            synonyms: try Synonyms(text: ""),
            drawings: try DrawingSet()
        )
        return try await service.searchFoods(CatalogSearch(q: "honey"), fixture.catalog.context).items.map(\.name)
    }

    private func prominence(of food: FoodID, _ fixture: UseFixture) async throws -> Int? {
        let name = try await fixture.catalog.service.getFood(CatalogGet(id: food), fixture.catalog.context).name
        return try await fixture.store.read { try $0.scalar("SELECT prominence FROM food WHERE name = ?", [name]) }
    }

    @Test func `a cached result keeps its order when more users log a food`() async throws {
        try await use { fixture, _, linden in
            for _ in 0..<20 { try await fixture.logged(linden, 1, by: .make()) }
            #expect(try await fixture.catalog.names("honey") == Self.names)
            #expect(try await uncachedNames(fixture) == Self.names.reversed())
        }
    }

    @Test func `a private food invalidates no cached result, and a shared food does`() async throws {
        try await use { fixture, _, linden in
            for _ in 0..<20 { try await fixture.logged(linden, 1, by: .make()) }
            let owner = Person(fixture.catalog)
            let food = try await owner.add("Bread of my own")
            try await fixture.catalog.vocabulary.load()
            #expect(try await fixture.catalog.names("honey") == Self.names)
            try await owner.change(food.id) { $0.shared = .set(true) }
            try await fixture.catalog.vocabulary.load()
            #expect(try await fixture.catalog.names("honey") == Self.names.reversed())
        }
    }

    @Test func `a food with three users ranks above a food with one user and a million uses`() async throws {
        try await use { fixture, acacia, linden in
            try await fixture.logged(acacia, 1_000_000, by: .make())
            for _ in 0..<3 { try await fixture.logged(linden, 1, by: .make()) }
            #expect(try await uncachedNames(fixture) == Self.names.reversed())
        }
    }

    @Test func `a food without users returns to its original rank`() async throws {
        try await use { fixture, acacia, _ in
            let first = try await prominence(of: acacia, fixture)
            let people = [UserID.make(), .make(), .make()]
            for user in people { try await fixture.logged(acacia, 2, by: user) }
            #expect(try await prominence(of: acacia, fixture) != first)
            try await fixture.logged(acacia, 0, by: people[0])
            for user in people.dropFirst() { try await fixture.erase(user) }
            #expect(try await prominence(of: acacia, fixture) == first)
            #expect(try await uncachedNames(fixture) == Self.names)
        }
    }

    @Test func `a search finds all forty most used foods of a user except hidden ones`() async throws {
        try await UseFixture.use { fixture in
            let catalog = fixture.catalog
            let (owner, other) = (Person(catalog), Person(catalog))
            // More foods than a search considers, so that the last of them is no candidate.
            let plain = (100..<400).map { "Honey, \($0)" }
            try await catalog.fill(names: plain + (100..<139).map { "Bread, \($0)" })
            let far = try await catalog.service.searchFoods(CatalogSearch(q: "honey 399"), other.context()).items[0]
            #expect(far.name == "Honey, 399")
            for id in try await catalog.pages("bread", limit: 39).joined().map(\.id) {
                try await fixture.logged(id, 2, by: owner.user)
            }
            #expect(try await !owner.names("honey").contains(far.name))
            try await fixture.logged(far.id, 1, by: owner.user)
            #expect(try await owner.names("honey").first == far.name)
            let theirs = try await other.add("Honey, secret") { $0.shared = .set(true) }
            try await fixture.logged(theirs.id, 3, by: owner.user)
            try await fixture.logged(far.id, 3, by: owner.user)
            #expect(try await owner.names("honey").contains(theirs.name))
            try await other.change(theirs.id) { $0.shared = .set(false) }
            #expect(try await !owner.names("honey").contains(theirs.name))
            #expect(try await owner.names("honey").first == far.name)
        }
    }

    @Test func `a search with forty used foods runs as many statements as one with a single used food`() async throws {
        try await UseFixture.use { fixture in
            let catalog = fixture.catalog
            try await catalog.fill(names: (100..<400).map { "Honey, \($0)" })
            let users = (few: Person(catalog), many: Person(catalog))
            let foods = try #require(try await catalog.pages("honey", limit: 40).first).map(\.id)
            try #require(foods.count == 40)
            try await fixture.logged(foods[0], 1, by: users.few.user)
            for food in foods { try await fixture.logged(food, 1, by: users.many.user) }
            func search(_ person: Person, limit: Int) async throws {
                let request = CatalogSearch(q: "honey", limit: limit)
                let found = try await catalog.service.searchFoods(request, person.context()).items
                #expect(found.count == limit)
            }
            try await search(users.many, limit: 40)
            try await catalog.statements.expectAsMany {
                try await search(users.few, limit: 1)
            } many: {
                try await search(users.many, limit: 40)
            }
        }
    }
}
