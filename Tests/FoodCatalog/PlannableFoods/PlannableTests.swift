import Contracts
import FoodCatalog
import Storage
import Testing

@Suite struct PlannableTests {
    @Test func `plannable foods have portions and meals and are unbranded`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let items = try await catalog.service.plannableFoods(CatalogPlannable()).items
            #expect(items.count == CatalogPlannable.limitDefault)
            #expect(Set(items.map(\.food.id)).count == items.count)
            for item in items {
                #expect((1...PlanLimits.portionsMax).contains(item.food.portions.count))
                #expect(item.food.portions.allSatisfy { PlanLimits.portionG.contains($0.grams) })
                #expect(!item.meals.isEmpty)
                #expect(item.food.brand == nil)
                let category = try #require(item.food.category)
                #expect(!category.hasPrefix("Baby") && NaturalPortions.line(for: category) != nil)
                // The ingredients of a dish are unknown, so its allergens are unknown rather than none.
                #expect(item.food.type != "dish" || item.allergens == nil)
                #expect(
                    try await catalog.service.getFood(CatalogGet(id: item.food.id), catalog.context).name
                        == item.food.name
                )
            }
            for meal in Meal.allCases { #expect(items.count { $0.meals.contains(meal) } > 20, "\(meal)") }
        }
    }

    @Test func `equal seeds give equal foods, and the largest reply fits into one message`() async throws {
        try await CatalogFixture.useStarter { catalog in
            func foods(_ limit: Int? = nil, _ seed: Int? = nil) async throws -> [PlannableFood] {
                try await catalog.service.plannableFoods(CatalogPlannable(limit: limit, seed: seed)).items
            }
            let first = try await foods(50, 1)
            #expect(first.count == 50)
            #expect(try await foods(50, 1) == first)
            #expect(try await foods(60, 1).prefix(50) == first[...])
            #expect(try await Set(foods(50, 2).map(\.food.id)) != Set(first.map(\.food.id)))
            #expect(try await foods(1) == foods(1, 0))
            let most = try await catalog.service.plannableFoods(CatalogPlannable(limit: 400))
            #expect(most.items.count == 400)
            #expect(try PayloadCoder.encode(most).count < 512 * 1_024)
        }
    }

    @Test func `portions of menus have names in other languages, and the largest reply fits`() async throws {
        let names = try PortionNames(path: StarterCatalog.bundled("portion-names.csv"))
        #expect(Set(NaturalPortions.lines.map(\.portion.name)).subtracting(names.keys) == [])
        try await CatalogFixture.useStarter(portionNames: names) { catalog in
            let reply = try await catalog.service.plannableFoods(CatalogPlannable(limit: 400))
            #expect(reply.items.count == 400)
            for portion in reply.items.flatMap(\.food.portions) {
                #expect(portion.names?["uk"] != nil && portion.names?["th"] != nil, "\(portion.name)")
                #expect(portion.label == nil)
            }
            #expect(try PayloadCoder.encode(reply).count < 512 * 1_024)
        }
    }

    @Test(arguments: [0, 401])
    func `a limit out of range is rejected`(limit: Int) async throws {
        try await CatalogFixture.use { catalog in
            let error = await #expect(throws: ServiceError.self) {
                try await catalog.service.plannableFoods(CatalogPlannable(limit: limit).checked())
            }
            #expect(error?.details.map(\.field) == ["limit"])
        }
    }

    @Test func `a catalog without plannable foods returns none`() async throws {
        try await CatalogFixture.use(names: ["Bread"]) { catalog in
            let items = try await catalog.service.plannableFoods(CatalogPlannable()).items
            #expect(items.isEmpty)
        }
    }

    @Test func `flagged foods are not plannable`() async throws {
        try await CatalogFixture.use { catalog in
            func food(_ name: String, kcal: Double) -> ImportedFood {
                ImportedFood(
                    sourceID: name,
                    name: name,
                    category: "Apples",
                    type: .generic,
                    kcal: kcal,
                    proteinG: 0.3,
                    fatG: 0.2,
                    carbohydrateG: 14
                )
            }
            try await catalog.importFoods([food("Apple", kcal: 58), food("Pear", kcal: 580)], "fndds")
            let items = try await catalog.service.plannableFoods(CatalogPlannable()).items
            #expect(items.map(\.food.name) == ["Apple"])
        }
    }

    @Test func `plannable foods are found without reading other foods`() async throws {
        try await CatalogFixture.use { catalog in
            let plan = try await catalog.store.read { reader in
                try reader.rows("EXPLAIN QUERY PLAN \(PlannableFoods.candidatesQuery)").map { row in
                    try row.value("detail", as: String.self)
                }
            }
            #expect(plan == ["SCAN food USING COVERING INDEX food_plannable"])
        }
    }
}
