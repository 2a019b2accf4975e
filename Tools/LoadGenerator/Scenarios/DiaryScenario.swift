package import Calendar
package import Contracts
package import SeededRandom

/// Simulates a day of many diary users.
package final class DiaryScenario: LoadScenario {
    /// The least number of foods in a cart before checkout.
    private static let cartMin = 2
    private static let gramsOfFood = 20...300

    package let actions = DiaryAction.allCases.map(\.name)
    private let choice = WeightedChoice(weights: DiaryAction.allCases.map(\.weight))
    private let foods: [FoodID]
    private var people: [DiaryPerson]
    private var random: SeededGenerator

    /// - Parameters:
    ///   - todays: The current day of each user.
    ///   - foods: The foods that are logged; not empty.
    ///   - random: Determines users, actions and values.
    package init(todays: [PlainDate], foods: [FoodID], random: SeededGenerator) {
        people = todays.map(DiaryPerson.init)
        self.foods = foods
        self.random = random
    }

    package func next(hour: Double?) -> LoadCall {
        let person = Int.random(in: people.indices, using: &random)
        let action = DiaryAction.allCases[choice.draw(&random)]
        return call(possible(action, person), person, meal(at: hour))
    }

    package func answered(_ call: LoadCall, isGood: Bool) {
        guard let person = call.person else { return }
        switch call.effect {
        case .nothing: return
        case .createdEntry(let entry): if isGood { people[person].addEntry(entry) }
        case .changedEntry(let entry): people[person].addEntry(entry)
        case .filledCart: people[person].endCart(isGood ? people[person].inCart + 1 : nil)
        case .emptiedCart: people[person].endCart(isGood ? 0 : nil)
        }
    }

    /// Returns the action, or one that must precede it: no entry to change, or too few items in the cart.
    private func possible(_ action: DiaryAction, _ person: Int) -> DiaryAction {
        switch action {
        case .changeEntry, .removeEntry: people[person].entries.isEmpty ? .addEntry : action
        case .fillCart: people[person].isCartBusy ? .addEntry : action
        case .checkOut where people[person].isCartBusy: .addEntry
        case .checkOut: people[person].inCart < Self.cartMin ? .fillCart : action
        default: action
        }
    }

    /// Returns the usual meal at an hour; a random one without an hour.
    private func meal(at hour: Double?) -> Meal {
        switch hour {
        case .some(5..<10.5): .breakfast
        case .some(11.5..<15): .lunch
        case .some(17.5..<22): .dinner
        case .some: .snack
        case .none: Meal.allCases.randomElement(using: &random) ?? .snack
        }
    }

    private var food: FoodID { foods[Int.random(in: foods.indices, using: &random)] }

    private var grams: String { "\(Int.random(in: Self.gramsOfFood, using: &random))" }

    private func call(_ action: DiaryAction, _ person: Int, _ meal: Meal) -> LoadCall {
        switch action {
        case .day:
            make(action, person, DiaryDayGet.method, "GET", "/v1/diary/days/{date}", [.path("date", "today")])
        case .search: SearchScenario.search(people[person].typing.type(&random), person, action: action.rawValue)
        case .food: make(action, person, CatalogGet.method, "GET", "/v1/foods/{id}", [.path("id", "\(food)")])
        case .recent:
            make(
                action,
                person,
                DiaryFoodsRecent.method,
                "GET",
                "/v1/foods/recent",
                [.query("meal", meal.rawValue), .query("limit", SearchScenario.limit)]
            )
        case .addEntry: addition(person, meal)
        case .fillCart, .checkOut: cartCall(action, person, meal)
        case .changeEntry, .removeEntry: change(action, person)
        case .progress: progress(person)
        case .leaderboard:
            make(
                action,
                person,
                LeaderboardTop.method,
                "GET",
                "/v1/leaderboard",
                [.query("period", "week"), .query("metric", "adherence")]
            )
        }
    }

    private func make(
        _ action: DiaryAction,
        _ person: Int,
        _ method: Method,
        _ verb: String,
        _ route: String,
        _ fields: [LoadCall.Field],
        _ effect: ResponseEffect = .nothing
    ) -> LoadCall {
        LoadCall(method, verb, route, fields, action: action.rawValue, person: person, effect: effect)
    }

    private func addition(_ person: Int, _ meal: Meal) -> LoadCall {
        let (entry, day) = (EntryID.make(), people[person].dayToLog())
        return make(
            .addEntry,
            person,
            DiaryEntriesPut.method,
            "PUT",
            "/v1/diary/entries/{id}",
            [
                .path("id", "\(entry)"), .body("date", "\(day)"), .body("meal", meal.rawValue),
                .body("foodId", "\(food)"), .body("grams", json: grams),
            ],
            .createdEntry(entry)
        )
    }

    private func cartCall(_ action: DiaryAction, _ person: Int, _ meal: Meal) -> LoadCall {
        people[person].beginCart()
        guard action == .checkOut else {
            return make(
                action,
                person,
                DiaryCartItemsSet.method,
                "PUT",
                "/v1/diary/cart/items/{foodId}",
                [.path("foodId", "\(food)"), .body("grams", json: grams)],
                .filledCart
            )
        }
        let day = people[person].dayToLog()
        return make(
            action,
            person,
            DiaryCartCheckout.method,
            "POST",
            "/v1/diary/cart/checkout",
            [.body("date", "\(day)"), .body("meal", meal.rawValue)],
            .emptiedCart
        )
    }

    private func change(_ action: DiaryAction, _ person: Int) -> LoadCall {
        guard let entry = people[person].removeEntry(&random) else { return addition(person, .snack) }
        let path = LoadCall.Field.path("id", "\(entry)")
        let route = "/v1/diary/entries/{id}"
        guard action == .changeEntry else {
            return make(action, person, DiaryEntriesRemove.method, "DELETE", route, [path])
        }
        let fields = [path, LoadCall.Field.body("grams", json: grams)]
        return make(action, person, DiaryEntriesUpdate.method, "PATCH", route, fields, .changedEntry(entry))
    }

    /// Returns a request for the last week by day.
    private func progress(_ person: Int) -> LoadCall {
        let today = people[person].today
        return make(
            .progress,
            person,
            DiaryProgress.method,
            "GET",
            "/v1/diary/progress",
            [.query("from", "\(today.advanced(by: -6))"), .query("to", "\(today)"), .query("by", "day")]
        )
    }
}
