import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import TestSupport
import Testing

@Suite struct HealthyFoodTests {
    private static let header = "id,name,kcal,category,description,nameUk,descriptionUk,recipeURL,imageURL,foodId"

    /// Returns the list in a language.
    private func list(
        _ catalog: CatalogFixture,
        language: String? = nil,
        category: String? = nil
    ) async throws -> [HealthyFood] {
        let request = CatalogHealthyList(language: language, category: category)
        return try await catalog.service.listHealthyFoods(request, Person(catalog).context()).items
    }

    private func fill(_ catalog: CatalogFixture, _ rows: [String]) async throws {
        let path = catalog.directory.file("healthy.csv")
        try Data(([Self.header] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: path))
        try await HealthyFoodFile.fill(catalog.store, from: path, logger: CatalogFixture.logger)
    }

    private func staff(_ catalog: CatalogFixture) -> Person { Person(catalog, roles: [.user, .staff]) }

    private func change(
        _ id: HealthyFoodID,
        by person: Person,
        ifVersion: Int? = nil,
        _ fill: (inout HealthyFoodChange) -> Void
    ) async throws -> HealthyFood {
        var change = HealthyFoodChange()
        fill(&change)
        let request = CatalogHealthyUpdate(id, change, ifVersion: ifVersion)
        return try await person.catalog.service.updateHealthyFood(request.checked(), person.context()).value
    }

    private func add(
        _ person: Person,
        id: HealthyFoodID? = nil,
        _ fill: (inout HealthyFoodChange) -> Void = { _ in }
    ) async throws -> HealthyFood {
        var change = HealthyFoodChange()
        (change.name, change.kcal) = (.set("Kale"), .set(43))
        (change.description, change.category) = (.set("Green and rich."), .set("vegetable"))
        fill(&change)
        return try await person.catalog.service.addHealthyFood(
            CatalogHealthyAdd(change, id: id).checked(),
            person.context()
        ).value
    }

    private func remove(_ id: HealthyFoodID, by person: Person) async throws {
        _ = try await person.catalog.service.removeHealthyFood(CatalogHealthyRemove(id: id), person.context())
    }

    @Test func `the bundled list is complete in three languages and links to foods`() async throws {
        try await CatalogFixture.useStarter { catalog in
            try await HealthyFoodFile.fill(
                catalog.store,
                from: HealthyFoodFile.bundledPath,
                logger: CatalogFixture.logger
            )
            let (english, ukrainian) = (try await list(catalog), try await list(catalog, language: "uk-UA"))
            #expect(english.count >= 60)
            #expect(english.allSatisfy { $0.foodId != nil && !$0.description.isEmpty && $0.recipeURL != nil })
            for (one, other) in zip(english, ukrainian) {
                #expect(one.id == other.id && one.name != other.name && one.description != other.description)
            }
            let thai = try await list(catalog, language: "th", category: english[0].category)
            #expect(thai.first?.id == english[0].id)
            #expect(thai.first?.name != english[0].name)
            #expect(Set(thai.map(\.category)) == [english[0].category])
            #expect(thai.count < english.count)
        }
    }

    @Test func `a newer file updates untouched foods and restores no removed ones`() async throws {
        try await CatalogFixture.use { catalog in
            let ids = (0..<5).map { _ in HealthyFoodID.make() }
            func row(_ index: Int, _ name: String) -> String { "\(ids[index]),\(name),10,fruit,Good.,,,,," }
            try await fill(catalog, [row(0, "Plum"), row(1, "Pear"), row(2, "Quince"), row(3, "Fig")])
            let person = staff(catalog)
            _ = try await change(ids[1], by: person) { $0.name = .set("Our pear") }
            try await remove(ids[2], by: person)
            let own = try await add(person)
            try await fill(
                catalog,
                [row(0, "Red plum"), row(1, "Green pear"), row(2, "Green quince"), row(4, "Grape")]
            )
            let foods = try await list(catalog)
            #expect(Set(foods.map(\.name)) == ["Red plum", "Our pear", "Grape", "Kale"])
            #expect(foods.first { $0.id == ids[0] }?.version == 2)
            #expect(foods.contains { $0.id == own.id })
            // The same rows in a different file are no change.
            try await fill(
                catalog,
                [row(0, "Red plum"), row(1, "Green pear"), row(2, "Green quince"), row(4, "Grape"), "x"]
            )
            #expect(try await list(catalog).first { $0.id == ids[0] }?.version == 2)
        }
    }

    @Test func `only staff and admins can change the list, and each change has a version`() async throws {
        // Endpoints check the declared role; Tests/MessageBus and the access matrix prove it.
        let changes = [CatalogHealthyAdd.method, CatalogHealthyUpdate.method, CatalogHealthyRemove.method]
        #expect(changes.allSatisfy { $0.role == .staff })
        try await CatalogFixture.useStarter { catalog in
            let person = staff(catalog)
            let banana = try await catalog.service.searchFoods(CatalogSearch(q: "banana"), person.context()).items[0]
            let food = try await add(person) {
                $0.names = .set(["uk": "Кейл"])
                $0.foodId = .set(banana.id)
                $0.recipeURL = .set("https://example.org/kale")
            }
            #expect((food.version, food.foodId, food.names) == (1, banana.id, ["en": "Kale", "uk": "Кейл"]))
            #expect(try await list(catalog, language: "uk").contains { $0.name == "Кейл" })
            let changed = try await change(food.id, by: person, ifVersion: 1) { $0.foodId = .cleared }
            #expect((changed.version, changed.foodId) == (2, nil))
            let late = try await refusal {
                _ = try await change(food.id, by: person, ifVersion: 1) { $0.kcal = .set(1) }
            }
            #expect(late?.code == .versionMismatch)
            #expect(try late?.current?.decode(HealthyFood.self) == changed)
            let stranger = Person(catalog)
            #expect(try await refusal { _ = try await add(person, id: food.id) }?.code == .conflict)
            try await remove(food.id, by: person)
            let get = CatalogHealthyGet(id: food.id)
            let gone = try await refusal { _ = try await catalog.service.getHealthyFood(get, stranger.context()) }
            #expect(gone?.code == .notFound)
        }
    }

    @Test func `a link to a removed or private food is omitted`() async throws {
        try await CatalogFixture.use { catalog in
            let (person, owner) = (staff(catalog), Person(catalog))
            let linked = try await owner.add("Kale") { $0.shared = .set(true) }
            let food = try await add(person) { $0.foodId = .set(linked.id) }
            #expect(food.foodId == linked.id)
            func link() async throws -> FoodID? { try await list(catalog).first?.foodId }
            #expect(try await link() == linked.id)
            try await owner.change(linked.id) { $0.shared = .set(false) }
            #expect(try await link() == nil)
            try await owner.change(linked.id) { $0.shared = .set(true) }
            #expect(try await link() == linked.id)
            try await owner.remove(linked.id)
            #expect(try await link() == nil)
        }
    }

    @Test func `invalid values are rejected with the name of the field`() async throws {
        try await CatalogFixture.use { catalog in
            let person = staff(catalog)
            let mine = try await person.add("Mine")
            let cases: [(field: String, fill: (inout HealthyFoodChange) -> Void)] = [
                ("name", { $0.name = .unchanged }), ("name", { $0.name = .set("?") }),
                ("kcal", { $0.kcal = .set(-1) }), ("description", { $0.description = .set("") }),
                ("category", { $0.category = .unchanged }),
                ("recipeURL", { $0.recipeURL = .set("http://example.org") }),
                ("names.english", { $0.names = .set(["english!": "a"]) }),
                ("foodId", { $0.foodId = .set(.make()) }), ("foodId", { $0.foodId = .set(mine.id) }),
            ]
            for (index, refused) in cases.enumerated() {
                let fields = try await refusedFields { _ = try await add(person, refused.fill) }
                #expect(fields.first?.hasPrefix(refused.field) == true, "case \(index): \(fields)")
            }
            #expect(try await list(catalog) == [])
        }
    }

    @Test func `the pages of the list contain each food once`() async throws {
        try await CatalogFixture.use { catalog in
            let person = staff(catalog)
            for _ in 0..<7 { _ = try await add(person) }
            var (ids, cursor): ([HealthyFoodID], String?) = ([], nil)
            repeat {
                let request = CatalogHealthyList(limit: 3, cursor: cursor)
                let reply = try await catalog.service.listHealthyFoods(request, person.context())
                ids += reply.items.map(\.id)
                cursor = reply.nextCursor
            } while cursor != nil
            #expect(ids.count == 7 && Set(ids).count == 7)
            let fields = try await refusedFields {
                let request = CatalogHealthyList(limit: 81, cursor: "1")
                _ = try await catalog.service.listHealthyFoods(request.checked(), person.context())
            }
            #expect(fields == ["limit", "cursor"])
        }
    }

    @Test func `a page of the longest texts fits into one message`() throws {
        let long = String(repeating: "ก", count: HealthyFoodLimits.descriptionLength.upperBound * 4 / 3)
        let food = HealthyFood(
            id: .make(),
            name: String(repeating: "ก", count: OwnFoodLimits.nameLength.upperBound * 4 / 3),
            kcal: 123.456,
            description: long,
            imageURL: String(repeating: "a", count: OwnFoodLimits.addressBytesMax),
            recipeURL: String(repeating: "a", count: OwnFoodLimits.addressBytesMax),
            category: String(repeating: "ก", count: HealthyFoodLimits.categoryLength.upperBound * 4 / 3),
            foodId: .make(),
            version: 1
        )
        let page = Array(repeating: food, count: CatalogHealthyList.limits.upperBound)
        #expect(try PayloadCoder.encode(CatalogHealthyList.Reply(items: page, nextCursor: nil)).count < 1 << 20)
    }
}
