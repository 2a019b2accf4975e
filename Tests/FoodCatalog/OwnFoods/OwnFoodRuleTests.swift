import Contracts
import FoodCatalog
import JSONCoding
import Testing

@Suite struct OwnFoodRuleTests {
    private typealias Case = (field: String, fill: (inout FoodChange) -> Void)

    @Test func `invalid values are rejected with the name of the field`() async throws {
        let cases: [Case] = [
            ("name", { $0.name = .set("") }), ("name", { $0.name = .set("!!") }),
            ("name", { $0.name = .set(String(repeating: "a", count: 201)) }),
            ("name", { $0.name = .set("a" + String(repeating: "\u{301}", count: 601)) }),
            ("name", { $0.name = .unchanged }), ("kcal", { $0.kcal = .unchanged }),
            ("kcal", { $0.kcal = .set(-1) }), ("kcal", { $0.kcal = .set(4_001) }), ("fatG", { $0.fatG = .set(-0.1) }),
            ("per.grams", { $0.per = FoodQuantity(grams: 0) }),
            ("kcal", { ($0.per, $0.kcal) = (FoodQuantity(grams: 50), .set(2_001)) }),
            ("nutrients", { $0.nutrients = .set(["magicMg": 1]) }),
            ("nutrients.ironMg", { $0.nutrients = .set(["ironMg": -1]) }),
            ("portions", { $0.portions = .set([Portion(name: "cup", grams: 1), Portion(name: "cup ", grams: 2)]) }),
            ("portions[0].grams", { $0.portions = .set([Portion(name: "cup", grams: 0)]) }),
            ("portions[0].name", { $0.portions = .set([Portion(name: " ", grams: 1)]) }),
            ("servingG", { $0.servingG = .set(0) }),
            ("barcode", { $0.barcode = .set("4006381333932") }), ("barcode", { $0.barcode = .set("12") }),
            ("allergens", { $0.allergens = .set(["cats"]) }),
            ("imageURL", { $0.imageURL = .set("https://example.org/a.png") }),
            ("imageURL", { $0.imageURL = .set("upload:01890a5d-ac96-774b-bcce-b302099a8057") }),
            ("language", { $0.language = .set("English language") }), ("names.UK", { $0.names = .set(["UK": "a"]) }),
            ("brand", { $0.brand = .set(String(repeating: "b", count: 101)) }),
        ]
        try await CatalogFixture.use { catalog in
            let owner = Person(catalog)
            for (index, refused) in cases.enumerated() {
                let fields = try await refusedFields { try await owner.add("Food", refused.fill) }
                #expect(fields == [refused.field], "case \(index)")
            }
            #expect(try await owner.names("food") == [])
            let food = try await owner.add("Food")
            let cleared = try await refusedFields {
                try await owner.change(food.id) { ($0.name, $0.kcal, $0.shared) = (.cleared, .cleared, .cleared) }
            }
            #expect(cleared == ["name", "kcal", "shared"])
        }
    }

    @Test func `a food is returned as entered`() async throws {
        try await CatalogFixture.use { catalog in
            let food = try await Person(catalog).add("  Oat   drink ") {
                $0.language = .set("en")
                $0.names = .set(["uk": "Вівсяний напій"])
                $0.brand = .set("Mill")
                $0.category = .set("Drinks")
                $0.barcode = .set("96385074")
                $0.ingredients = .set("Water, oats")
                $0.allergens = .set(["gluten"])
            }
            #expect(food.name == "Oat drink")
            #expect(food.names == ["en": "Oat drink", "uk": "Вівсяний напій"])
            #expect((food.brand, food.category, food.ingredients) == ("Mill", "Drinks", "Water, oats"))
            #expect(food.barcode == "00000096385074")
            #expect(food.allergens == ["gluten"])
            #expect(food.imageURL == nil)
        }
    }
}
