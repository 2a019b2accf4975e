import Contracts
import MealPlanning
import SeededRandom
import Testing

/// Excluded allergens and dislikes.
@Suite(.enabled(if: PlanSolver.isAvailable), .timeLimit(.minutes(5)))
struct ExclusionTests {
    @Test func `a menu has no foods with an excluded allergen or unknown allergens`() throws {
        var people = SeededGenerator(seed: 21)
        var foods = try StarterFoods().some(300, using: &people)
        for index in foods.indices {
            switch index % 3 {
            case 0: foods[index].allergens = ["Tree-Nuts", "milk"]
            case 1: foods[index].allergens = nil
            default: foods[index].allergens = ["soy"]
            }
        }
        let request = CalculatorPlan(
            days: 3,
            targets: [.usual],
            candidates: foods,
            excludedAllergens: ["treeNuts"]
        )
        let menu = try plan(request)
        #expect(menu.fits)
        let allowed = Set(foods.filter { $0.allergens == ["soy"] }.map(\.foodId))
        #expect(menu.items.count > 6)
        #expect(menu.items.allSatisfy { allowed.contains($0.foodId) })
        #expect(menu.reasons == [PlanReason(.allergensUnknown, params: ["count": "100"])])
    }

    @Test func `foods with unknown allergens are allowed without excluded allergens`() throws {
        var people = SeededGenerator(seed: 22)
        var foods = try StarterFoods().some(100, using: &people)
        for index in foods.indices { foods[index].allergens = nil }
        let menu = try plan(CalculatorPlan(days: 1, targets: [.usual], candidates: foods))
        #expect(menu.fits)
        #expect(menu.reasons.isEmpty)
    }

    @Test(arguments: [
        ("mushrooms", "Mushroom, raw", true), ("Mushroom", "Soup, cream of mushrooms", true),
        ("blue cheese", "Cheese, blue", true), ("blue cheese", "Cheese, brie", false),
        ("peas", "Peas, green", true), ("pea", "Peach, raw", false), ("egg", "Eggplant", false),
        ("berries", "Berry pie", true), ("tomato", "Tomatoes, canned", true), ("Jalapeños", "Jalapeno pepper", true),
        ("pilze", "PILZE, gebraten", true), ("  ", "Anything", false), ("fish", "Stew with Fish", true),
    ])
    func `dislikes match words in singular and plural`(dislike: String, name: String, isLeftOut: Bool) throws {
        let foods = [someFood(name, 100), someFood("Water", 0)]
        let request = CalculatorPlan(days: 1, targets: [.usual], candidates: foods, dislikes: [dislike])
        let reasons = try plan(request).reasons
        let left = try #require(reasons.first { $0.code == .foodsLeft })
        #expect(left.params["left"] == (isLeftOut ? "1" : "2"))
        #expect(left.params["dislikes"] == (isLeftOut ? "1" : nil))
    }

    @Test(arguments: ["рис", "М’ясо", "солоний огірок", "ข้าว", "เห็ดหอม"])
    func `a tag that equals a dislike leaves a food out, in any script`(dislike: String) throws {
        var foods = [someFood("Rice", 100), someFood("Water", 0)]
        foods[0].tags = [dislike]
        let request = CalculatorPlan(days: 1, targets: [.usual], candidates: foods, dislikes: [dislike])
        let left = try #require(try plan(request).reasons.first { $0.code == .foodsLeft })
        #expect(left.params == ["left": "1", "dislikes": "1"])
    }

    @Test func `dislikes match categories and tags, and a menu has none of the matches`() throws {
        var people = SeededGenerator(seed: 23)
        var foods = try StarterFoods().some(300, using: &people)
        for index in foods.indices where index.isMultiple(of: 4) { foods[index].tags = ["spicy"] }
        let request = CalculatorPlan(
            days: 3,
            targets: [.usual],
            candidates: foods,
            dislikes: ["spicy", "fish", "bread"]
        )
        let menu = try plan(request)
        #expect(menu.fits)
        for item in menu.items {
            let food = try #require(foods.first { $0.foodId == item.foodId })
            #expect(food.tags == nil)
            let text = "\(food.name) \(food.category ?? "")".lowercased()
            #expect(!text.contains("fish,") && !text.contains("bread,") && food.category != "Fish", "\(text)")
            #expect(food.category != "Yeast breads")
        }
    }
}
