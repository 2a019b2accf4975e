import Contracts
import FoodCatalog
import Foundation
import Testing

/// Merging of foods with one id from several sources: imported foods take precedence.
@Suite struct FoodMergingTests {
    private static let id = "7ed30c5d-6d66-53e7-9a2a-3a47ba966988"
    private static let header = StarterRow.columns.joined(separator: ",")

    private static func starter(_ kcal: Int, fiber: String = "") -> String {
        "\(header)\n\(id),\"Oats, raw\",srLegacy,Cereals,\(kcal),13,7,59,\(fiber),,,,1 cup=80,generic,gluten"
    }

    private static func ofFDC(_ kcal: Double) -> ImportedFood {
        ImportedFood(
            sourceID: "169705",
            id: FoodID(id),
            name: "Oats, raw",
            category: "Cereal Grains",
            type: .generic,
            kcal: kcal,
            proteinG: 16.9,
            fatG: 6.9,
            carbohydrateG: 66.3,
            nutrients: [.ironMg: 4.7],
            portions: [Portion(name: "1 bowl", grams: 156)]
        )
    }

    @Test func `a newer starter fills gaps of an imported food and replaces nothing`() async throws {
        try await CatalogFixture.use { catalog in
            let id = try #require(FoodID(Self.id))
            func food() async throws -> Food {
                try await catalog.service.getFood(CatalogGet(id: id), catalog.context)
            }
            try await catalog.fill(csv: Self.starter(370))
            #expect(try await catalog.importFoods([Self.ofFDC(389)], "srLegacy").changed == 1)
            try await catalog.fill(csv: Self.starter(371, fiber: "10"))
            let merged = try await food()
            #expect((merged.kcal, merged.proteinG, merged.category) == (389, 16.9, "Cereal Grains"))
            #expect((merged.fiberG, merged.allergens, merged.nutrients) == (10, ["gluten"], ["ironMg": 4.7]))
            #expect(merged.portions.map(\.name) == ["1 bowl"])
            // The import is still recognised, and a newer one replaces it.
            #expect(try await catalog.importFoods([Self.ofFDC(389)], "srLegacy").unchanged == 1)
            #expect(try await catalog.importFoods([Self.ofFDC(390)], "srLegacy").changed == 1)
            #expect(try await food().kcal == 390)
            #expect(try await food().allergens == ["gluten"])
        }
    }

    @Test func `a newer starter updates its own foods and removes wrong values`() async throws {
        try await CatalogFixture.use { catalog in
            let id = try #require(FoodID(Self.id))
            try await catalog.fill(csv: Self.starter(370, fiber: "99"))
            try await catalog.fill(csv: Self.starter(371))
            let food = try await catalog.service.getFood(CatalogGet(id: id), catalog.context)
            #expect((food.kcal, food.fiberG) == (371, nil))
        }
    }

    private static func spread(_ fill: (inout ImportedFood) -> Void = { _ in }) -> ImportedFood {
        var food = ImportedFood(
            sourceID: "3017620422003",
            name: "Hazelnut spread",
            type: .branded,
            kcal: 539,
            proteinG: 6.3,
            fatG: 30.9,
            carbohydrateG: 57.5
        )
        fill(&food)
        return food
    }

    @Test func `a remote food fills gaps of an imported food and replaces nothing`() async throws {
        try await CatalogFixture.use { catalog in
            let imported = Self.spread {
                ($0.names, $0.ingredients, $0.allergens) = (["fr": "Pâte à tartiner"], "Sugar, nuts", [.nuts])
                $0.nutrients = [.ironMg: 1]
            }
            _ = try await catalog.importFoods([imported], "openFoodFacts")
            let remote = Self.spread {
                ($0.kcal, $0.imageURL, $0.names) = (100, "https://example.org/a.jpg", ["uk": "Паста"])
            }
            let kept = try await RemoteFoodWriter.store(
                remote,
                of: "openFoodFacts",
                in: catalog.store,
                catalog.vocabulary
            )
            #expect((kept.kcal, kept.ingredients, kept.allergens) == (539, "Sugar, nuts", ["nuts"]))
            #expect((kept.imageURL, kept.nutrients) == ("https://example.org/a.jpg", ["ironMg": 1]))
            #expect(kept.names == ["en": "Hazelnut spread", "fr": "Pâte à tartiner", "uk": "Паста"])
            #expect(try await catalog.names("паста").count == 1)
            #expect(try await catalog.importFoods([imported], "openFoodFacts").unchanged == 1)
        }
    }

    @Test func `a remote food with as many values replaces the earlier one`() async throws {
        try await CatalogFixture.use { catalog in
            for kcal in [539.0, 540] {
                let food = Self.spread { $0.kcal = kcal }
                let kept = try await RemoteFoodWriter.store(
                    food,
                    of: "openFoodFacts",
                    in: catalog.store,
                    catalog.vocabulary
                )
                #expect(kept.kcal == kcal)
            }
        }
    }
}

extension CatalogFixture {
    /// Imports foods of a source.
    @discardableResult
    func importFoods(_ foods: [ImportedFood], _ source: String = "test") async throws -> CatalogImport.Reply {
        var writer = ImportPageWriter()
        for food in foods {
            let isAdded = writer.add(food)
            #expect(isAdded)
        }
        let page = CatalogImport(source: source, base64: Data(writer.bytes).base64EncodedString())
        let reply = try await service.importFoods(page, nil)
        try await vocabulary.load()
        return reply
    }
}
