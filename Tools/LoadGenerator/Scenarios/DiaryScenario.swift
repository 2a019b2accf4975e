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

    private var grams: Double { Double(Int.random(in: Self.gramsOfFood, using: &random)) }

    private func call(_ action: DiaryAction, _ person: Int, _ meal: Meal) -> LoadCall {
        switch action {
        case .day: make(action, person, DiaryDayGet(date: .today))
        case .search: SearchScenario.search(people[person].typing.type(&random), person, action: action.rawValue)
        case .food: make(action, person, CatalogGet(id: food))
        case .recent: make(action, person, DiaryFoodsRecent(meal: meal, limit: SearchScenario.limit))
        case .addEntry: addition(person, meal)
        case .fillCart, .checkOut: cartCall(action, person, meal)
        case .changeEntry, .removeEntry: change(action, person)
        case .progress: progress(person)
        case .leaderboard: make(action, person, LeaderboardTop(period: .week, metric: .adherence))
        }
    }

    private func make(
        _ action: DiaryAction,
        _ person: Int,
        _ request: some Contract,
        _ effect: ResponseEffect = .nothing
    ) -> LoadCall {
        LoadCall(request, action: action.rawValue, person: person, effect: effect)
    }

    private func addition(_ person: Int, _ meal: Meal) -> LoadCall {
        let (entry, day) = (EntryID.make(), people[person].dayToLog())
        let amount = EntryAmount(foodId: food, grams: grams)
        let request = DiaryEntriesPut(id: entry, date: .date(day), meal: meal, amount: amount)
        return make(.addEntry, person, request, .createdEntry(entry))
    }

    private func cartCall(_ action: DiaryAction, _ person: Int, _ meal: Meal) -> LoadCall {
        people[person].beginCart()
        guard action == .checkOut else {
            return make(action, person, DiaryCartItemsSet(foodId: food, grams: grams), .filledCart)
        }
        let day = people[person].dayToLog()
        return make(action, person, DiaryCartCheckout(date: .date(day), meal: meal), .emptiedCart)
    }

    private func change(_ action: DiaryAction, _ person: Int) -> LoadCall {
        guard let entry = people[person].removeEntry(&random) else { return addition(person, .snack) }
        guard action == .changeEntry else { return make(action, person, DiaryEntriesRemove(id: entry)) }
        return make(action, person, DiaryEntriesUpdate(id: entry, grams: grams), .changedEntry(entry))
    }

    /// Returns a request for the last week by day.
    private func progress(_ person: Int) -> LoadCall {
        let today = people[person].today
        let request = DiaryProgress(from: .date(today.advanced(by: -6)), to: .date(today), by: .day)
        return make(.progress, person, request)
    }
}
