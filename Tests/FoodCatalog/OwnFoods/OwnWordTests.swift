import Contracts
import FoodCatalog
import JSONCoding
import Storage
import Testing

/// Words of private foods are visible only to their owner, and the owner finds them by any prefix.
@Suite struct OwnWordTests {
    @Test func `a private food adds no word to the vocabulary until it is shared`()
        async throws
    {
        try await CatalogFixture.use(names: ["Bread"]) { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Zwetschgenkuchen") { $0.brand = .set("Grossmutter") }
            #expect(try await catalog.words() == ["bread"])
            try await owner.change(food.id) { $0.shared = .set(true) }
            #expect(try await catalog.words() == ["bread", "grossmutter", "zwetschgenkuchen"])
            try await owner.change(food.id) { $0.shared = .set(false) }
            #expect(try await catalog.words() == ["bread"])
            try await owner.change(food.id) { $0.name = .set("Pflaumenkuchen") }
            try await owner.remove(food.id)
            #expect(try await catalog.words() == ["bread"])
        }
    }

    @Test func `misspelt private foods do not suppress corrections for others`() async throws {
        try await CatalogFixture.use(names: (1...60).map { "Banana \($0)" }) { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            for _ in 1...3 { try await owner.add("Bannana") }
            try await catalog.vocabulary.load()
            #expect(try await other.names("bannana").first?.hasPrefix("Banana") == true)
            #expect(try await owner.names("bannana").first == "Bannana")
        }
    }

    @Test func `every prefix finds a user's own food, also if other foods share it`() async throws {
        for others in [["Bread"], ["Zwetschgenmus", "Zwetschgensaft", "Zwetschgen, frisch"]] {
            try await CatalogFixture.use(names: others) { catalog in
                let (owner, other) = (Person(catalog), Person(catalog))
                let name = "Zwetschgenkuchen"
                try await owner.add(name) { $0.names = .set(["uk": "Сливовий пиріг", "th": "เค้กลูกพลัม"]) }
                try await catalog.vocabulary.load()
                for length in 1...name.count {
                    #expect(try await owner.names(String(name.prefix(length))).contains(name), "\(length)")
                }
                for typed in ["сливов", "пирі", "сливовий п", "เค้กลูก", "เค", "zwetschgenkuchen сливо"] {
                    #expect(try await owner.names(typed) == [name], "\(typed)")
                }
                #expect(try await !other.names("zwetschgenk").contains(name))
                #expect(try await !other.names("zwetschgenkuchen").contains(name))
            }
        }
    }

    @Test func `a synonym and another form of a word find a user's own food`() async throws {
        try await CatalogFixture.withDirectory { directory in
            try await CatalogFixture.open(in: directory, synonyms: "aubergine, eggplant") { catalog async throws in
                let owner = Person(catalog)
                try await owner.add("Eggplants, fried")
                for typed in ["aubergine", "aubergines", "eggplant", "eggpla"] {
                    #expect(try await owner.names(typed) == ["Eggplants, fried"], "\(typed)")
                }
            }
        }
    }

    @Test func `a rebuild removes private words from the vocabulary`() async throws {
        try await CatalogFixture.use(names: ["Bread"]) { catalog in
            let owner = Person(catalog)
            try await owner.add("Zwetschgenkuchen")
            try await catalog.store.write { transaction in
                try transaction.execute("INSERT INTO word (word, uses) VALUES ('zwetschgenkuchen', 1)")
                try transaction.execute("INSERT INTO food_index (food_index) VALUES ('delete-all')")
                try transaction.execute(
                    """
                    INSERT INTO catalog_state (name, value) VALUES ('index', '1')
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """
                )
            }
            try await IndexRebuild.runIfDue(catalog.store, logger: CatalogFixture.logger)
            #expect(try await catalog.words() == ["bread"])
            #expect(try await owner.names("zwetsch") == ["Zwetschgenkuchen"])
            #expect(try await owner.names("bread") == ["Bread"])
        }
    }
}

extension CatalogFixture {
    /// Returns every word of the stored vocabulary.
    func words() async throws -> [String] {
        try await store.read { try $0.rows("SELECT word FROM word ORDER BY word").map { try $0.value("word") } }
    }
}
