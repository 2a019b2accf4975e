import Contracts
import FoodCatalog
import Foundation
import Testing

struct ImportTests {
    private static func oats(_ sourceID: String = "1", _ name: String = "Oat flakes") -> ImportedFood {
        ImportedFood(
            sourceID: sourceID,
            name: name,
            brand: "Mill",
            type: .branded,
            kcal: 370,
            proteinG: 13,
            fatG: 7,
            carbohydrateG: 59,
            fiberG: 10,
            barcode: "4006381333931"
        )
    }

    private static func importFoods(
        _ foods: [ImportedFood],
        _ source: String = "test",
        to fixture: CatalogFixture
    ) async throws -> CatalogImport.Reply {
        try await fixture.importFoods(foods, source)
    }

    @Test func `a repeated import changes nothing, and a changed row is updated`() async throws {
        try await CatalogFixture.use { fixture async throws in
            #expect(try await Self.importFoods([Self.oats(), Self.oats("2", "Barley")], to: fixture).added == 2)
            let id = try await fixture.service.searchFoods(CatalogSearch(q: "oat flakes"), fixture.context).items.first?
                .id
            #expect(try await Self.importFoods([Self.oats(), Self.oats("2", "Barley")], to: fixture).unchanged == 2)
            let reply = try await Self.importFoods(
                [Self.oats("1", "Rolled oats"), Self.oats("2", "Barley")],
                to: fixture
            )
            #expect((reply.changed, reply.unchanged, reply.added) == (1, 1, 0))
            #expect(try await fixture.names("rolled") == ["Rolled oats"])
            #expect(try await fixture.names("flakes").isEmpty)
            let found = try await fixture.service.searchFoods(CatalogSearch(q: "rolled"), fixture.context).items.first
            #expect(found?.id == id && id != nil)
        }
    }

    @Test func `a source that updates a food by its id keeps values that it lacks`() async throws {
        try await CatalogFixture.use { fixture async throws in
            var (first, second) = (Self.oats("starter"), Self.oats("fdc 17"))
            (first.id, first.names, first.allergens) = (.make(), ["uk": "Вівсянка"], [.gluten])
            (second.id, second.kcal) = (first.id, 371)
            _ = try await Self.importFoods([first], to: fixture)
            #expect(try await Self.importFoods([second], to: fixture).changed == 1)
            let found = try await fixture.service.searchFoods(CatalogSearch(q: "вівсянка"), fixture.context).items
            #expect(found.map(\.kcal) == [371] && found.map(\.allergens) == [["gluten"]])
            #expect(try await Self.importFoods([second], to: fixture).unchanged == 1)
        }
    }

    @Test func `the last row of an id in a page wins`() async throws {
        try await CatalogFixture.use { fixture async throws in
            let reply = try await Self.importFoods([Self.oats("1", "First"), Self.oats("1", "Second")], to: fixture)
            #expect((reply.added, reply.changed) == (1, 1))
            #expect(try await fixture.names("second") == ["Second"])
            #expect(try await fixture.names("first").isEmpty)
        }
    }

    @Test func `the same source id in another source is another food`() async throws {
        try await CatalogFixture.use { fixture async throws in
            #expect(try await Self.importFoods([Self.oats()], "one", to: fixture).added == 1)
            #expect(try await Self.importFoods([Self.oats()], "two", to: fixture).added == 1)
            #expect(try await fixture.names("oat").count == 2)
        }
    }

    @Test func `invalid rows are reported and do not affect other rows`() async throws {
        try await CatalogFixture.use { fixture async throws in
            var (nameless, powerless, negative) = (Self.oats("2"), Self.oats("3"), Self.oats("4"))
            nameless.name = " ,;"
            powerless.kcal = nil
            negative.fatG = -20
            let reply = try await Self.importFoods([nameless, Self.oats(), powerless, negative], to: fixture)
            #expect(reply.added == 1)
            #expect(reply.refused.map(\.row) == [0, 2, 3])
            #expect(reply.refused.map(\.reason).allSatisfy { $0.hasPrefix("has ") })
        }
    }

    @Test func `implausible foods are flagged and rank lower`() async throws {
        try await CatalogFixture.use { fixture async throws in
            var doubtful = Self.oats("2")
            doubtful.kcal = 900
            doubtful.barcode = "4006381333932"
            let reply = try await Self.importFoods([doubtful, Self.oats()], to: fixture)
            #expect((reply.added, reply.flagged) == (2, 1))
            #expect(reply.flags == ["energyMismatch": 1, "barcodeInvalid": 1])
            let foods = try await fixture.service.searchFoods(CatalogSearch(q: "oat flakes"), fixture.context).items
            #expect(foods.map(\.flags) == [[], ["energyMismatch", "barcodeInvalid"]])
        }
    }

    @Test func `a barcode finds its food in every form, and an unknown barcode is an error`() async throws {
        try await CatalogFixture.use { fixture async throws in
            _ = try await Self.importFoods([Self.oats()], to: fixture)
            for form in ["4006381333931", "04006381333931", "4 006381 333931"] {
                let food = try await fixture.service.getBarcode(CatalogBarcode(gtin: form), fixture.context)
                #expect(food.name == "Oat flakes" && food.barcode == "04006381333931")
            }
            await #expect(throws: ServiceError.self) {
                try await fixture.service.getBarcode(CatalogBarcode(gtin: "96385074"), fixture.context)
            }
            let refusal = await #expect(throws: ServiceError.self) {
                try await fixture.service.getBarcode(CatalogBarcode(gtin: "4006381333932"), fixture.context)
            }
            #expect(refusal?.code == .invalid && refusal?.details.map(\.field) == ["gtin"])
        }
    }

    @Test func `an invalid page changes nothing`() async throws {
        try await CatalogFixture.use { fixture async throws in
            var writer = ImportPageWriter()
            _ = writer.add(Self.oats())
            for bytes in [[], [9], writer.bytes.dropLast(), writer.bytes + [1]] as [[UInt8]] {
                let page = CatalogImport(source: "test", base64: Data(bytes).base64EncodedString())
                await #expect(throws: ServiceError.self) { try await fixture.service.importFoods(page, nil) }
            }
            #expect(try await fixture.names("oat").isEmpty)
        }
    }
}
