import Contracts
import FoodFormats
import TestSupport
import Testing

@Suite struct OpenFoodFactsTests {
    static let old = #"""
        {"_id":"1","code":"3017620422003","skipped":{"a":[1,{"b":"}]\""}]},"lang":"fr","lc":"en",
        "product_name":"Pâte à \"tartiner\" \u00e0 la noisette \ud83c\udf30","product_name_fr":"","product_name_uk":"Паста",
        "product_name_en":"Spread","product_name_fr_imported":"no","product_name_xx":"no","brands":"Ferrero, Nutella,Ferrero",
        "categories":"Spreads,Sweet spreads, fr:Pâtes à tartiner","serving_quantity":"15","serving_quantity_unit":"g",
        "serving_size":"1 spoon (15 g)","allergens_tags":["en:milk","en:nuts","en:kiwi"],"ingredients_text":"Sugar",
        "image_url":"https://images.example/full.jpg","image_front_url":"http://images.example/front.jpg",
        "nutriments":{"energy-kcal_100g":539,"energy_100g":2252,"fat_100g":"30.9","fat_prepared_100g":1,"fat_unit":"g",
        "saturated-fat_100g":10.6,"sugars_100g":null,"proteins_100g":6.3,"salt_100g":0.107,"calcium_100g":0.12,
        "vitamin-d_100g":0.0000025,"alcohol_100g":5,"nova-group_100g":4},"product_quantity":400}
        """#.split(separator: "\n").joined()

    private func read(_ lines: String...) throws -> ReadResult {
        let folder = try TemporaryDirectory()
        return ReadResult(.off, [try folder.write("products.jsonl", lines.joined(separator: "\n"))])
    }

    @Test func `a product of the older schema is read`() throws {
        let result = try read(Self.old)
        #expect(result.refusals == [])
        let food = try #require(result.foods.first)
        #expect(result.rows[0].source == "openFoodFacts")
        #expect(food.sourceID == "3017620422003")
        #expect(food.barcode == "3017620422003")
        #expect(food.name == #"Pâte à "tartiner" à la noisette 🌰"#)
        #expect(food.language == "fr")
        #expect(food.names == ["uk": "Паста", "en": "Spread"])
        #expect(food.brand == "Ferrero, Nutella")
        #expect(food.category == "Pâtes à tartiner")
        #expect(food.type == .branded)
        #expect([food.kcal, food.fatG, food.saturatedFatG, food.proteinG] == [539, 30.9, 10.6, 6.3])
        #expect([food.sugarG, food.carbohydrateG] == [nil, nil])
        #expect(food.sodiumMg == 42.8)
        #expect(food.nutrients == [.calciumMg: 120, .vitaminDUg: 2.5])
        #expect(food.servingG == 15)
        #expect(food.portions == [Portion(name: "1 spoon (15 g)", grams: 15)])
        #expect(food.allergens == [.milk, .nuts])
        #expect(food.ingredients == "Sugar")
        #expect(food.imageURL == "https://images.example/full.jpg")
    }

    private func later(_ nutrition: String) -> String {
        #"{"code":1234567890123,"schema_version":1003,"product_name":"A","nutrition":{"# + nutrition + "}}"
    }

    @Test func `the nutrient set of schema 1003 takes precedence over the older form`() throws {
        let set = #"""
            "aggregated_set":{"preparation":"as_sold","per":"100g","nutrients":{"energy-kcal":{"value":539,"unit":"kcal"},
            "energy":{"value":2255,"unit":"kJ"},"fat":{"value":30.9,"unit":"g","source":"packaging","source_per":"serving"},
            "proteins":{"value_computed":6.3,"unit":"g","modifier":"~"},"sodium":{"unit":"mg","value":42.8},
            "calcium":{"value":12,"unit":"% dv"},"new-one":{"value":1,"unit":"g"}}}
            """#.split(separator: "\n").joined()
        let line = later(set).dropLast() + #","nutriments":{"fat_100g":99,"sugars_100g":99}}"#
        let food = try #require(try read(String(line)).foods.first)
        #expect(food.sourceID == "1234567890123")
        #expect([food.kcal, food.fatG, food.proteinG, food.sodiumMg] == [539, 30.9, 6.3, 42.8])
        #expect(food.sugarG == nil)
        #expect(food.nutrients == [:])
    }

    @Test func `kilojoules are converted, and amounts per kilogram are divided by ten`() throws {
        let food = try #require(
            try read(later(#""aggregated_set":{"per":"1kg","nutrients":{"energy":{"value":4184,"unit":"kJ"}}}"#)).foods
                .first
        )
        #expect(food.kcal == 100)
    }

    @Test func `amounts of the prepared product are not used for the product as sold`() throws {
        let prepared =
            #""aggregated_set":{"preparation":"prepared","per":"100ml","nutrients":{"fat":{"value":2,"unit":"g"}}}"#
        let sold =
            #","input_sets":[{"preparation":"prepared","per":"100ml","nutrients":{"fat":{"value":2,"unit":"g"}}},"#
            + #"{"preparation":"as_sold","per":"serving","nutrients":{"fat":{"value":5,"unit":"g"}}},"#
            + #"{"preparation":"as_sold","per":"100g","nutrients":{"fat":{"value":20000,"unit":"mg"}}}]"#
        let result = try read(later(prepared), later(prepared + sold))
        #expect(result.refusals == ["1: has nutrients of the prepared product only"])
        #expect(result.foods.map(\.fatG) == [20])
    }

    @Test(arguments: [
        #""images":{"1":{"rev":"9"},"front_uk":{"rev":"7"},"front_fr":{"imgid":"1","rev":"4"},"nutrition_fr":{"rev":"5"}}"#,
        #""schema_version":1003,"images":{"uploaded":{"1":{}},"selected":{"nutrition":{"fr":{"rev":1}},"front":{"uk":{"rev":7},"fr":{"rev":4}}}}"#,
    ])
    func `the image URL contains the revision`(_ images: String) throws {
        let result = try read(
            #"{"code":"42015086","lang":"fr","product_name":"A",\#(images)}"#,
            #"{"code":"3017620422003","lang":"uk","product_name":"A",\#(images)}"#,
            #"{"code":"../x","lang":"uk","product_name":"A",\#(images)}"#
        )
        let folder = "https://images.openfoodfacts.org/images/products"
        #expect(
            result.foods.map(\.imageURL) == [
                "\(folder)/000/004/201/5086/front_fr.4.400.jpg", "\(folder)/301/762/042/2003/front_uk.7.400.jpg", nil,
            ]
        )
    }

    @Test(arguments: [
        (#""allergens_tags":["en:none"]"#, [] as [Allergen]?), (#""allergens_tags":[]"#, nil), (#""x":1"#, nil),
        (#""allergens_tags":["en:kiwi"]"#, nil),
        (#""allergens_tags":"en:sesame-seeds,en:sulphur-dioxide-and-sulphites""#, [.sesame, .sulphites]),
    ])
    func `an empty list of allergens requires an explicit tag`(_ member: String, _ allergens: [Allergen]?) throws {
        let food = try #require(try read(#"{"code":"1","product_name":"A",\#(member)}"#).foods.first)
        #expect(food.allergens == allergens)
    }

    @Test func `a name in another language is used if there is no other`() throws {
        let result = try read(
            #"{"code":"1","lang":"fr","product_name":"","product_name_th":"นม","product_name_uk":"Молоко"}"#,
            #"{"code":"2","product_name":" ","generic_name":"Milk"}"#
        )
        #expect(result.foods.map(\.name) == ["นม"])
        #expect(result.foods.map(\.language) == ["th"])
        #expect(result.refusals == ["2: has no name"])
    }

    @Test func `invalid lines are rejected, and reading continues`() throws {
        let result = try read(
            "{\"code\":\"1\",\"product_name\":\"A\"",
            "[]",
            "{}",
            #"{"product_name":"A"}"#,
            "",
            #"{"code":"1","product_name":"A"} x"#,
            #"{"code":"1","product_name":"\uZZZZ"}"#,
            #"{"code":"1","product_name":"A\u0000B"}"#,
            String(repeating: "x", count: 10_000_000),
            #"{"code":"9","product_name":"Last"}"#
        )
        #expect(
            result.refusals == [
                "1: is no JSON object, or cut off", "2: is no JSON object, or cut off", "3: has no code",
                "4: has no code",
                "6: is no JSON object, or cut off", "7: has text that is not UTF-8, or has an invalid JSON escape",
                "8: has text that is not UTF-8, or has an invalid JSON escape", "9: is longer than 8 MiB",
            ]
        )
        #expect(result.foods.map(\.name) == ["Last"])
        #expect(result.rows.last?.line == 10)
    }

    @Test(arguments: ["code\tproduct_name\n1\tA\n", "[{\"code\":\"1\"}]", "{\u{0}}\u{0}", "\u{0}{"])
    func `a file that is not JSONL is rejected at once`(_ text: String) throws {
        let result = try read(text)
        guard !text.hasPrefix("{") else {
            #expect(result.refusals == ["1: is no JSON object, or cut off"])
            return
        }
        #expect(result.failure?.description.contains("does not begin with a JSON object") == true)
        #expect(result.rows.isEmpty)
    }

    @Test func `a byte order mark and empty lines are accepted`() throws {
        let result = try read("\u{FEFF}{\"code\":\"1\",\"product_name\":\"A\"}\r", "\r", "")
        #expect(result.rows.map(\.line) == [1])
        #expect(result.refusals == [])
    }

    @Test func `the table of Open Food Facts has tabs and no quotes`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(
            "products.csv",
            """
            code\tproduct_name\tbrands\tcategories\tserving_size\tserving_quantity\tallergens\timage_url\tenergy_100g\tfat_100g\tsalt_100g
            0001\t12" "Pizza\tA,B\tMeals,Pizzas\t1 slice\t100\ten:gluten,en:milk\thttps://x.org/a.jpg\t1000\t9.5\t1.25
            0002\t\tA\t\t\t\t\t\t1\t1\t1
            0003\tB\tA\t\t\t\t\t\tmuch\t1\t1
            """
        )
        let result = ReadResult(.offCSV, [file])
        let food = try #require(result.foods.first)
        #expect(food.name == #"12" "Pizza"#)
        #expect(food.brand == "A, B")
        #expect(food.category == "Pizzas")
        #expect(food.kcal == 239.005736)
        #expect([food.fatG, food.sodiumMg, food.servingG] == [9.5, 500, 100])
        #expect(food.allergens == [.gluten, .milk])
        #expect(result.refusals == ["3: has no name", "4: energy_100g is no number"])
        let other = ReadResult(.offCSV, [try folder.write("other.csv", "code,product_name\n1,A\n")]).failure
        #expect(other?.description.contains("lacks the columns code, product_name, energy-kcal_100g") == true)
    }
}
