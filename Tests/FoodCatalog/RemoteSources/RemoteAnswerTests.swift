import Contracts
import FoodCatalog
import SeededRandom
import StubRemoteSource
import Testing

/// Parsing of valid and invalid answers of sources.
struct RemoteAnswerTests {
    private let openFoodFacts: OpenFoodFacts
    private let edamam: Edamam
    private let barcode: RemoteQuestion
    private let words = RemoteQuestion.words("spread", language: "en")

    init() throws {
        let address = try #require(RemoteAddress("https://example.org"))
        openFoodFacts = OpenFoodFacts(address)
        edamam = Edamam(address, Edamam.Key(id: "id", key: "key"))
        barcode = .barcode(try #require(RemoteBarcode("3017620422003")))
    }

    private func read(_ source: any RemoteSource, _ body: String, _ question: RemoteQuestion, status: Int = 200)
        -> Result<RemoteAnswer, RemoteFailure>
    {
        do throws(RemoteFailure) {
            return .success(try source.answer(RemoteResponse(status: status, body: Array(body.utf8)), to: question))
        } catch {
            return .failure(error)
        }
    }

    private func product(_ json: String) throws -> ImportedFood {
        try #require(try read(openFoodFacts, DocumentedAnswers.product(json), barcode).get().foods.first)
    }

    private func product(nutriments: String) throws -> ImportedFood? {
        let json = #"{"code":"3017620422003","product_name":"Spread","nutriments":{\#(nutriments)}}"#
        return try read(openFoodFacts, DocumentedAnswers.product(json), barcode).get().foods.first
    }

    // MARK: Open Food Facts

    @Test func `all values of a product are read`() throws {
        let food = try product(DocumentedAnswers.spread)
        var expected = ImportedFood(
            sourceID: "3017620422003",
            name: "Hazelnut spread",
            language: "en",
            names: ["fr": "Pâte à tartiner", "uk": "Горіхова паста"],
            brand: "Ferrero",
            category: "Sweet spreads",
            type: .branded,
            kcal: 539,
            proteinG: 6.3,
            fatG: 30.9,
            carbohydrateG: 57.5,
            sugarG: 56.3,
            saturatedFatG: 10.6,
            sodiumMg: 42.8,
            portions: [Portion(name: "15 g", grams: 15)],
            servingG: 15,
            barcode: "3017620422003",
            ingredients: "Sucre, huile de palme, noisettes",
            allergens: [.milk, .nuts, .soybeans],
            imageURL: "https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.jpg"
        )
        #expect(abs((food.nutrients[.calciumMg] ?? 0) - 120) < 1e-9)
        #expect(abs((food.nutrients[.vitaminDUg] ?? 0) - 1.1) < 1e-9)
        #expect(food.nutrients.count == 2)
        expected.nutrients = food.nutrients
        expected.sodiumMg = food.sodiumMg
        #expect(food == expected)
        #expect(abs((food.sodiumMg ?? 0) - 42.8) < 1e-9)
    }

    @Test func `the newer form of nutrients gives the same food and omits inconvertible units`() throws {
        let (old, new) = (try product(DocumentedAnswers.spread), try product(DocumentedAnswers.newerSpread))
        #expect(new.kcal == 539)
        #expect((new.proteinG, new.fatG, new.carbohydrateG) == (old.proteinG, old.fatG, old.carbohydrateG))
        #expect((new.sugarG, new.saturatedFatG) == (old.sugarG, old.saturatedFatG))
        #expect(abs((new.sodiumMg ?? 0) - 42.8) < 1e-9)
        #expect(Set(new.nutrients.keys) == [.calciumMg, .vitaminDUg], "vitamin A is in international units")
        #expect(abs((new.nutrients[.vitaminDUg] ?? 0) - 1.1) < 1e-9)
        #expect((new.name, new.names, new.portions) == (old.name, old.names, old.portions))
    }

    @Test func `values per serving or of the prepared food are not used as values per 100 g`() throws {
        for change in [(#""per":"100g""#, #""per":"serving""#), (#""as_sold""#, #""prepared""#)] {
            let json = DocumentedAnswers.newerSpread.replacing(change.0, with: change.1)
            let answer = try read(openFoodFacts, DocumentedAnswers.product(json), barcode).get()
            #expect(answer == RemoteAnswer(foods: [], leftOut: 1))
        }
    }

    @Test func `energy given only in kilojoules and salt without sodium are converted`() throws {
        let food = try #require(try product(nutriments: #""energy_100g":418.4,"salt_100g":1.25"#))
        #expect(abs((food.kcal ?? 0) - 100) < 1e-9)
        #expect(food.sodiumMg == 500)
    }

    @Test func `quoted numbers are read, and impossible amounts are unknown`() throws {
        let food = try #require(
            try product(
                nutriments: """
                    "energy-kcal_100g":"539","proteins_100g":"6,3","fat_100g":-1,"carbohydrates_100g":1e300,
                    "sugars_100g":"a lot","fiber_100g":null,"salt_100g":{"value":1},"saturated-fat_100g":1e999
                    """
            )
        )
        #expect((food.kcal, food.proteinG) == (539, 6.3))
        #expect([food.fatG, food.carbohydrateG, food.sugarG, food.fiberG, food.sodiumMg] == [nil, nil, nil, nil, nil])
        #expect(food.saturatedFatG == nil)
    }

    @Test func `implausible numbers are left to the checks of the catalog`() throws {
        let food = try #require(try product(nutriments: #""energy-kcal_100g":2255,"proteins_100g":150"#))
        #expect((food.kcal, food.proteinG) == (2_255, 150))
    }

    @Test func `a search returns each usable food once and counts the others`() throws {
        let body = DocumentedAnswers.search([
            DocumentedAnswers.spread, DocumentedAnswers.emptyProduct, DocumentedAnswers.spread, "null", "7", "{}",
            #"{"code":"../../etc","product_name":"x","nutriments":{"energy-kcal_100g":1}}"#,
        ])
        let answer = try read(openFoodFacts, body, words).get()
        #expect(answer.foods.map(\.sourceID) == ["3017620422003"])
        #expect(answer.leftOut == 5)
    }

    @Test func `a name is in the requested language if available`() throws {
        let body = DocumentedAnswers.search([DocumentedAnswers.spread])
        for (language, name) in [("uk", "Горіхова паста"), ("fr", "Pâte à tartiner"), ("th", "Pâte à tartiner")] {
            let food = try #require(try read(openFoodFacts, body, .words("x", language: language)).get().foods.first)
            #expect(food.name == name)
            #expect(food.names[food.language] == nil)
        }
    }

    @Test func `text is one bounded line, and an image URL is permanent`() throws {
        let json = #"""
            {"code":"3017620422003","product_name":"\#(String(repeating: "x", count: 900))",
            "brands":"A\nB\u0000","nutriments":{"energy-kcal_100g":1},
            "image_front_url":"javascript:alert(1)"}
            """#
        let food = try product(json)
        #expect(food.name.count == 200)
        #expect(food.brand == "A B")
        #expect(food.imageURL == nil)
    }

    @Test func `a missing product is an answer, and another product is an error`() throws {
        for status in [200, 404] {
            #expect(
                read(openFoodFacts, DocumentedAnswers.noProduct, barcode, status: status) == .success(RemoteAnswer())
            )
        }
        let other = DocumentedAnswers.product(DocumentedAnswers.spread.replacing("3017620422003", with: "96385074"))
        #expect(read(openFoodFacts, other, barcode) == .failure(.unreadable))
    }

    // MARK: Edamam

    @Test func `Edamam's foods are read`() throws {
        let foods = try read(edamam, DocumentedAnswers.apples, words).get().foods
        #expect(
            foods == [
                ImportedFood(
                    sourceID: "food_a1gb9ubb72c7snbuxr3weagwv0dd",
                    name: "Apple",
                    category: "Generic foods",
                    type: .generic,
                    kcal: 52,
                    proteinG: 0.26,
                    fatG: 0.17,
                    carbohydrateG: 13.81,
                    fiberG: 2.4,
                    portions: [Portion(name: "1 whole", grams: 182), Portion(name: "1 cup", grams: 110.5)],
                    imageURL: "https://www.edamam.com/food-img/42c/42c006401027d35add93113548eeaae6.jpg"
                ),
                ImportedFood(
                    sourceID: "food_bu12urpbtuo9v6b4jpvk2a1fh4hh",
                    name: "Apple Juice",
                    brand: "Orchard",
                    category: "Packaged foods",
                    type: .branded,
                    kcal: 46,
                    carbohydrateG: 11.3
                ),
            ]
        )
    }

    @Test func `a food that Edamam finds by barcode has it, and an unknown barcode is an answer`() throws {
        let foods = try read(edamam, DocumentedAnswers.apples, barcode).get().foods
        #expect(foods.map(\.barcode) == ["3017620422003", "3017620422003"])
        #expect(read(edamam, "{}", barcode, status: 404) == .success(RemoteAnswer()))
        #expect(read(edamam, "{}", words, status: 404) == .failure(.refused(status: 404)))
        #expect(read(edamam, "{}", words, status: 401) == .failure(.wrongKey))
    }

    // MARK: Wrong answers

    @Test(arguments: [
        "", "null", "7", "[]", "{}", "{", DocumentedAnswers.errorPage, #"{"hints":7,"products":{}}"#,
        String(repeating: "[", count: 100_000), #"{"products":[{"code":"#,
    ])
    func `an invalid response is an error`(body: String) {
        for source in [openFoodFacts, edamam] as [any RemoteSource] {
            for question in [words, barcode] { #expect(read(source, body, question) == .failure(.unreadable)) }
        }
    }

    @Test(arguments: [400, 403, 418, 500, 502])
    func `an error status is an error`(status: Int) {
        #expect(
            read(openFoodFacts, DocumentedAnswers.errorPage, words, status: status)
                == .failure(.refused(status: status))
        )
    }

    @Test func `429, and 503 with a retry time, are rate limits`() {
        for (status, seconds, expected) in [
            (429, 30, RemoteFailure.tooManyRequests(retryAfterSeconds: 30)),
            (429, nil, .tooManyRequests(retryAfterSeconds: 60)),
            (503, 9, .tooManyRequests(retryAfterSeconds: 9)), (503, nil, .refused(status: 503)),
        ] as [(Int, Int?, RemoteFailure)] {
            let response = RemoteResponse(status: status, body: [], retryAfterSeconds: seconds)
            #expect(throws: expected) { try openFoodFacts.answer(response, to: words) }
        }
    }

    @Test func `random bytes do not crash the reader`() {
        var generator = SeededGenerator(seed: 5)
        let bodies = [DocumentedAnswers.search([DocumentedAnswers.newerSpread]), DocumentedAnswers.apples]
        var (foods, failures) = (0, 0)
        for _ in 0..<2_000 {
            var bytes = Array((bodies.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let response = RemoteResponse(status: 200, body: bytes)
            for source in [openFoodFacts, edamam] as [any RemoteSource] {
                guard let answer = try? source.answer(response, to: words) else {
                    failures += 1
                    continue
                }
                foods += answer.foods.count
                #expect(answer.foods.allSatisfy { ($0.kcal ?? -1) >= 0 && !$0.name.isEmpty && !$0.sourceID.isEmpty })
            }
        }
        #expect(foods > 0 && failures > 0)
    }
}
