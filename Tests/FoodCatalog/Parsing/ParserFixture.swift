import Contracts
import FoodCatalog

/// A search among a few foods, which finds those with every word of a phrase.
struct ParserFixture {
    /// A line of a result, in short.
    struct Line: Equatable, CustomStringConvertible {
        let words: String
        let food: String?
        let grams: Double?

        var description: String { "\(words) = \(food ?? "none") \(grams.map { "\($0)" } ?? "-")" }
    }

    private(set) var foods: [ParseCandidate]

    static let usual = ParserFixture([
        food(
            ["Egg, whole, raw", "Яйце", "Яйця", "Яєць", "ไข่"],
            "Eggs and omelets",
            [("1 large egg", 50), ("1 small egg", 38)]
        ),
        food(["Bread, white, toasted", "Toast", "Тост", "ขนมปังปิ้ง"], "Yeast breads", [("1 slice", 25)]),
        food(["Rice, white, cooked", "Рис", "Рису", "ข้าว"], "Rice", [("1 cup", 160)]),
        food(["Milk, whole", "Молоко", "Молока", "นม"], "Milk, whole", [("1 cup", 244)]),
        food(
            ["Apple, raw", "Яблуко", "แอปเปิ้ล"],
            "Apples",
            [("1 medium apple", 180), ("1 large apple", 220), ("1 small apple", 150)]
        ),
        food(["Almonds", "Мигдаль"], "Nuts and seeds", [("10 almonds", 12), ("1 cup", 140)]),
        food(["Cheese, NFS", "Сир"], "Cheese", [("1 slice", 28)]),
        food(["Ham", "Шинка"], "Cold cuts and cured meats", [("1 slice", 28)]),
        food(["Ham and cheese sandwich"], "Deli and cured meat sandwiches", [("1 sandwich", 150)]),
        food(["Honey", "Мед", "Меду"], "Sugars and honey", [("1 tbsp", 21)]),
        food(["Grapefruit, raw"], "Citrus fruits", [("1/2 medium grapefruit", 128)]),
        food(["Beer", "Пиво"], "Beer", [("1 can", 356)]),
        food(["Oats, raw"], "Oatmeal", []),
        food(["Pork, belly", "หมูสามชั้น"], "Pork", [("1 serving", 85)]),
    ])

    init(_ foods: [ParseCandidate]) {
        self.foods = foods
    }

    static func food(
        _ names: [String],
        _ category: String,
        _ portions: [(String, Double)],
        usualGrams: Double? = nil,
        densityGPerMl: Double? = nil
    ) -> ParseCandidate {
        var food = Food(
            id: .make(),
            name: names[0],
            category: category,
            kcal: 100,
            proteinG: nil,
            fatG: nil,
            carbohydrateG: nil,
            portions: portions.map { Portion(name: $0.0, grams: $0.1) },
            source: "test",
            type: .generic
        )
        food.densityGPerMl = densityGPerMl
        food.usual = usualGrams.map { UsualFoodAmount(grams: $0) }
        return ParseCandidate(food: food, names: names, cost: 100, matchCost: 0)
    }

    func found(_ phrase: String) -> [ParseCandidate] {
        let wanted = WordNormaliser.words(of: phrase).map(Stemmer.stem(of:))
        return foods.filter { food in
            food.names.contains { Set(WordNormaliser.words(of: $0).map(Stemmer.stem(of:))).isSuperset(of: wanted) }
        }
    }

    /// Returns the lines of a text.
    func lines(_ text: String) throws -> [Line] {
        let lines = try MealParser.lines(of: text, linesMax: CatalogFoodsParse.linesMax, lookup: found)
        return (lines ?? []).map { line in
            let best = line.matches.first
            let grams = best?.amount.grams ?? line.statedGrams
            return Line(words: line.words.text, food: best?.food.name, grams: grams.map { ($0 * 10).rounded() / 10 })
        }
    }
}
