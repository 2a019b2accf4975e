import Calendar
import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import Storage
import Testing

@Suite struct OwnFoodTests {
    @Test func `a private food is found at once by its owner only`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let (owner, other) = (Person(catalog), Person(catalog, roles: [.user, .staff, .admin]))
            let food = try await owner.add("Grandmother's banana bread") { $0.barcode = .set("4006381333931") }
            #expect(food.own == true)
            #expect(food.shared == false)
            #expect((food.type, food.source, food.version) == ("own", "own", 1))
            #expect(try await owner.names("banana bread grandmothers").first == food.name)
            #expect(try await owner.get(food.id) == food)
            let scanned = CatalogBarcode(gtin: "4006381333931")
            #expect(try await catalog.service.getBarcode(scanned, owner.context()) == food)

            #expect(try await !other.names("grandmothers banana bread").contains(food.name))
            let refusals = [
                try await refusal { _ = try await other.get(food.id) },
                try await refusal { _ = try await catalog.service.getBarcode(scanned, other.context()) },
                try await refusal { try await other.change(food.id) { $0.kcal = .set(1) } },
                try await refusal { try await other.remove(food.id) },
            ]
            #expect(refusals == Array(repeating: ServiceError.notFound("food"), count: 4))
            #expect(try await owner.get(food.id) == food)
        }
    }

    @Test func `a shared food is found by all users and changed by its owner only until it is private again`()
        async throws
    {
        try await CatalogFixture.use { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let food = try await owner.add("Quince jam") { $0.shared = .set(true) }
            #expect(food.shared == true)
            #expect(try await other.names("quince") == ["Quince jam"])
            let seen = try await other.get(food.id)
            #expect((seen.own, seen.version, seen.shared) == (nil, nil, nil))
            #expect(try await refusal { try await other.remove(food.id) } == .notFound("food"))
            try await owner.change(food.id) { $0.shared = .set(false) }
            #expect(try await other.names("quince") == [])
            #expect(try await owner.names("quince") == ["Quince jam"])
        }
    }

    @Test func `a food tells when it was created, and a change keeps that`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let owner = Person(catalog)
            let before = Timestamp.now()
            let food = try await owner.add("Quince jam")
            let createdAt = try #require(food.createdAt)
            // Whole seconds are stored.
            #expect(createdAt.prefix(17) >= before.prefix(17) && createdAt <= Timestamp.now())
            #expect(try await owner.change(food.id) { $0.kcal = .set(1) }.createdAt == createdAt)
            #expect(try await owner.get(food.id).createdAt == createdAt)
            let banana = try #require(
                try await catalog.service.searchFoods(CatalogSearch(q: "banana"), catalog.context).items.first
            )
            #expect(banana.createdAt == nil)
            #expect(try await owner.get(banana.id).createdAt != nil)
            // An id of version 7 tells the time of a food from before the column.
            try await catalog.store.write { _ = try $0.execute("UPDATE food SET created_at = NULL") }
            #expect(try await owner.get(food.id).createdAt?.prefix(17) == createdAt.prefix(17))
            #expect(try await owner.get(banana.id).createdAt == nil)
        }
    }

    @Test func `nutrients of a serving are stored per 100 g, and others are unchanged`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Bar") {
                $0.per = FoodQuantity(grams: 40)
                $0.kcal = .set(180)
                $0.proteinG = .set(10)
                $0.fatG = .set(8)
                $0.carbohydrateG = .set(17)
                $0.nutrients = .set(["ironMg": 2])
                $0.servingG = .set(40)
                $0.portions = .set([Portion(name: "1 box", grams: 240)])
            }
            #expect(food.kcal == 450)
            #expect((food.proteinG, food.fatG, food.carbohydrateG, food.fiberG) == (25, 20, 42.5, nil))
            #expect(food.nutrients == ["ironMg": 5])
            #expect(food.portions == [Portion(name: "1 serving", grams: 40), Portion(name: "1 box", grams: 240)])
            #expect(food.flags == [])
            let changed = try await owner.change(food.id) {
                $0.fatG = .cleared
                $0.servingG = .cleared
            }
            #expect((changed.kcal, changed.proteinG, changed.fatG) == (450, 25, nil))
            #expect(changed.flags == ["macrosMissing"])
            #expect(changed.portions == [Portion(name: "1 box", grams: 240)])
        }
    }

    @Test func `implausible numbers are accepted and flagged`() async throws {
        try await CatalogFixture.use { catalog in
            let food = try await Person(catalog).add("Oats") {
                $0.kcal = .set(1_556)
                $0.proteinG = .set(13)
                $0.fatG = .set(7)
                $0.carbohydrateG = .set(60)
                $0.sugarG = .set(70)
            }
            #expect(Set(food.flags) == ["energyInKilojoules", "energyMismatch", "sugarAboveCarbohydrate"])
        }
    }

    @Test func `a food is changed and removed only at the given version`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Borscht")
            let changed = try await owner.change(food.id, ifVersion: 1) { $0.name = .set("Green borscht") }
            #expect(changed.version == 2)
            #expect(try await owner.names("green") == ["Green borscht"])
            let late = try await refusal { try await owner.change(food.id, ifVersion: 1) { $0.kcal = .set(1) } }
            #expect(late?.code == .versionMismatch)
            #expect(late?.params == ["currentVersion": "2"])
            #expect(try late?.current?.decode(Food.self) == changed)
            #expect(try await refusal { try await owner.remove(food.id, ifVersion: 1) }?.code == .versionMismatch)
            let same = try await owner.change(food.id) { $0.name = .set("Green borscht") }
            #expect(same.version == 2)
            try await owner.remove(food.id, ifVersion: 2)
            #expect(try await owner.names("borscht") == [])
            #expect(try await refusal { _ = try await owner.get(food.id) } == .notFound("food"))
        }
    }

    @Test func `an idempotency key creates one food, and an id cannot be used twice`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let (owner, other) = (Person(catalog), Person(catalog))
            let first = try await owner.add("Syrnyky", key: "k")
            #expect(try await owner.add("Syrnyky", key: "k") == first)
            #expect(try await owner.names("syrnyky").count == 1)
            let known = try await catalog.service.searchFoods(CatalogSearch(q: "banana"), owner.context()).items[0]
            for person in [owner, other] {
                #expect(try await refusal { try await person.add("Other", id: first.id) }?.code == .conflict)
                // A UUID version that only foods of sources have.
                #expect(try await refusedFields { try await person.add("Other", id: known.id) } == ["id"])
            }
            let id = FoodID.make()
            #expect(try await other.add("Mine", id: id).id == id)
        }
    }

    @Test
    func `a food that is sent again without its key is the stored one, and another content is a conflict with it`()
        async throws
    {
        try await CatalogFixture.use { catalog in
            let (owner, other, id) = (Person(catalog), Person(catalog), FoodID.make())
            func add(_ person: Person, _ fill: (inout FoodChange) -> Void = { _ in }) async throws -> Food {
                try await person.add(" Syrnyky ", id: id) {
                    $0.per = FoodQuantity(grams: 70)
                    ($0.proteinG, $0.servingG, $0.brand) = (.set(9.1), .set(70), .set("Home"))
                    ($0.names, $0.nutrients) = (.set(["uk": "Сирники"]), .set(["ironMg": 0.3]))
                    ($0.barcode, $0.allergens) = (.set("4006381333931"), .set(["milk", "eggs"]))
                    fill(&$0)
                }
            }
            let first = try await add(owner)
            #expect(try await add(owner) == first)
            let conflict = try #require(try await refusal { _ = try await add(owner) { $0.proteinG = .set(9.2) } })
            #expect(conflict.code == .conflict)
            #expect(try conflict.current?.decode(Food.self) == first)
            // A changed food has other content than its first request.
            let changed = try await owner.change(id) { $0.category = .set("Sweets") }
            let late = try await refusal { _ = try await add(owner) }
            #expect(try late?.current?.decode(Food.self) == changed)
            #expect(try await owner.get(id) == changed)
            // Nothing is told about a food of others.
            let foreign = try #require(try await refusal { _ = try await add(other) })
            #expect((foreign.code, foreign.current) == (.conflict, nil))
        }
    }

    @Test func `a source cannot replace a user's own food`() async throws {
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            let food = try await owner.add("Mine")
            var page = ImportPageWriter()
            let isAdded = page.add(
                ImportedFood(sourceID: "1", id: food.id, name: "Theirs", type: .generic, kcal: 1)
            )
            #expect(isAdded)
            let reply = try await catalog.service.importFoods(
                CatalogImport(source: "test", base64: Data(page.bytes).base64EncodedString()),
                owner.context()
            )
            #expect(reply.refused.count == 1)
            #expect(try await owner.get(food.id).name == "Mine")
        }
    }

    @Test func `a barcode finds the user's own food, then a source's, then a shared one`() async throws {
        try await CatalogFixture.use { catalog in
            let scanned = CatalogBarcode(gtin: "4006381333931")
            let (owner, sharer, other) = (Person(catalog), Person(catalog), Person(catalog))
            func found(by person: Person) async throws -> String? {
                do {
                    return try await catalog.service.getBarcode(scanned, person.context()).name
                } catch let error as ServiceError where error.code == .notFound {
                    return nil
                }
            }
            // Private foods of others do not count, however many there are.
            for _ in 0..<25 { try await owner.add("Private") { $0.barcode = .set("4006381333931") } }
            #expect(try await found(by: other) == nil)
            try await sharer.add("Shared") {
                $0.barcode = .set("4006381333931")
                $0.shared = .set(true)
            }
            #expect(try await found(by: other) == "Shared")
            var page = ImportPageWriter()
            let isAdded = page.add(
                ImportedFood(sourceID: "1", name: "Sold", type: .branded, kcal: 1, barcode: "4006381333931")
            )
            #expect(isAdded)
            let request = CatalogImport(source: "test", base64: Data(page.bytes).base64EncodedString())
            _ = try await catalog.service.importFoods(request, nil)
            #expect(try await found(by: other) == "Sold")
            #expect(try await found(by: sharer) == "Shared")
            #expect(try await found(by: owner) == "Private")
        }
    }
}
