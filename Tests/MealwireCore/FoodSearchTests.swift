import MealwireCore
import Testing

struct FoodSearchTests {
    private static let at = "2026-11-23T07:00:00.000Z"
    private static let egg = FoodHit(
        foodId: "egg",
        name: "Egg",
        per100g: Nutrients(kcal: 143),
        amount: FoodAmount(foodId: "egg", portion: "1 egg", quantity: 1),
        portionGrams: 50
    )

    private static func visit(collects: Bool = false) -> FoodSearch.State {
        FoodSearch.State(date: "2026-11-23", meal: .breakfast, isCollecting: collects)
    }

    @Test func `an answer to an earlier search is ignored`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .typed(.init(text: "eg")))
        let first = state.request
        _ = FoodSearch.reduce(&state, .typed(.init(text: "egg")))
        _ = FoodSearch.reduce(&state, .found(.init(request: first, foods: [Self.egg])))
        #expect(state.results.isEmpty)
        #expect(state.isSearching)
    }

    @Test func `results stay until the next answer`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .typed(.init(text: "egg")))
        _ = FoodSearch.reduce(&state, .found(.init(request: state.request, foods: [Self.egg])))
        _ = FoodSearch.reduce(&state, .typed(.init(text: "eggp")))
        #expect(state.results == [Self.egg])
    }

    @Test func `only the last of several keys is searched`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .typed(.init(text: "eg")))
        let effects = FoodSearch.reduce(&state, .typed(.init(text: "egg")))
        #expect(effects == [.wait(.init(request: 2, duration: FoodSearch.pause))])
        #expect(FoodSearch.reduce(&state, .paused(.init(request: 1))) == [])
        #expect(FoodSearch.reduce(&state, .paused(.init(request: 2))) == [.search(.init(request: 2, text: "egg"))])
    }

    @Test func `the last step of an amount removes the item`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .pick(.init(entry: "a", food: Self.egg, at: Self.at)))
        #expect(FoodSearch.reduce(&state, .less(.init(id: "a"))) == [.remove(.init(id: "a"))])
        #expect(state.tray.isEmpty)
    }

    @Test func `undoing every change leaves an empty tray and undoes every entry`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .pick(.init(entry: "a", food: Self.egg, at: Self.at)))
        _ = FoodSearch.reduce(&state, .more(.init(id: "a")))
        #expect(state.tray.first?.preview.nutrients.kcal == 143)
        _ = FoodSearch.reduce(&state, .undo)
        #expect(state.tray.first?.amount?.quantity == 1)
        #expect(FoodSearch.reduce(&state, .undo) == [.remove(.init(id: "a"))])
        #expect(FoodSearch.reduce(&state, .undo) == [])
    }

    @Test func `collecting logs nothing before the end`() {
        var state = Self.visit(collects: true)
        for id in ["a", "b"] {
            #expect(FoodSearch.reduce(&state, .pick(.init(entry: id, food: Self.egg, at: Self.at))) == [])
        }
        #expect(FoodSearch.reduce(&state, .more(.init(id: "b"))) == [])
        #expect(FoodSearch.reduce(&state, .checkOut).count == 2)
        #expect(state.tray.isEmpty)
    }

    @Test func `energy is logged under its name`() {
        var state = Self.visit()
        _ = FoodSearch.reduce(&state, .typed(.init(text: "350")))
        #expect(state.offeredKcal == 350)
        let effects = FoodSearch.reduce(&state, .logEnergy(.init(entry: "a", name: "Energy", at: Self.at)))
        guard case .log(let logging)? = effects.first else { return #expect(Bool(false)) }
        #expect(logging.content.name == "Energy")
        #expect(logging.content.energy == Nutrients(kcal: 350))
    }
}
