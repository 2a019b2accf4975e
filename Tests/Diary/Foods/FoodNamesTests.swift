import Calendar
import Contracts
import Diary
import Storage
import Testing

/// The names of foods in the language of the profile.
@Suite(.timeLimit(.minutes(5)))
struct FoodNamesTests {
    /// Runs the body with a diary that can look up a banana with names in three languages.
    private func withBanana(_ body: (DiaryFixture, Food) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            var banana = bread()
            banana.name = "Banana, raw"
            banana.names = ["en": "Banana, raw", "uk": "Банан сирий", "th": "กล้วยหอม"]
            diary.catalog.put(banana)
            try await body(diary, banana)
        }
    }

    private func setLanguage(_ language: String?, _ diary: DiaryFixture) async throws {
        try await diary.receive(DiaryFixture.person(language: language))
    }

    @Test(arguments: [
        ("uk", "Банан сирий"), ("uk-UA", "Банан сирий"), ("TH", "กล้วยหอม"), ("en", "Banana, raw"),
        ("de", "Banana, raw"),
        (nil, "Banana, raw"),
    ])
    func `an entry has the name in the language of the profile`(language: String?, name: String) async throws {
        try await withBanana { diary, banana in
            try await setLanguage(language, diary)
            #expect(try await diary.add(EntryAmount(foodId: banana.id, grams: 100)).name == name)
            let put = DiaryEntriesPut(
                id: .make(),
                date: .today,
                meal: .lunch,
                amount: EntryAmount(foodId: banana.id, grams: 50)
            )
            #expect(try await diary.service.put(put.checked(), diary.context()).value.name == name)
        }
    }

    @Test func `entries keep their names, and all else is told in the present language`() async throws {
        try await withBanana { diary, banana in
            try await setLanguage("uk", diary)
            let logged = try await diary.add(EntryAmount(foodId: banana.id, grams: 100))
            let item = DiaryCartItemsSet(foodId: banana.id, more: 1)
            _ = try await diary.service.setCartItem(item.checked(), diary.context())
            let favourite = DiaryFavouritesAdd(id: banana.id)
            #expect(try await diary.service.addFavourite(favourite, diary.context()).value.name == "Банан сирий")
            try await setLanguage("th", diary)
            // Names come from local copies.
            diary.catalog.fail(.notFound("food"))
            #expect(try await diary.day().meals[1].entries == [logged])
            let start = try await diary.service.start(DiaryStart(), diary.context())
            #expect(start.recents.map(\.name) == ["กล้วยหอม"])
            #expect(start.cart.items.map(\.name) == ["กล้วยหอม"])
            let favourites = try await diary.service.favourites(DiaryFavouritesList(), diary.context())
            #expect(favourites.items.map(\.name) == ["กล้วยหอม"])
            let offline = try await diary.service.offlineFoods(DiaryFoodsOffline(), diary.context())
            #expect(offline.items.map(\.food.name) == ["กล้วยหอม"])
            let ukrainian = DiaryFoodsOffline(language: "uk-UA")
            let inUkrainian = try await diary.service.offlineFoods(ukrainian, diary.context())
            #expect(inUkrainian.items.map(\.food.name) == ["Банан сирий"])
            let checkout = DiaryCartCheckout(date: .today, meal: .dinner)
            let reply = try await diary.service.checkOut(checkout, diary.context())
            #expect(reply.day.meals[2].entries.map(\.name) == ["กล้วยหอม"])
            try await setLanguage("en", diary)
            let recents = try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context())
            #expect(recents.items.map(\.name) == ["Banana, raw"])
        }
    }

    @Test func `a portion keeps its name as key, and is labelled as the food is named`() async throws {
        try await withBanana { diary, banana in
            var cut = banana
            let names = ["uk": "1 скибка", "th": "1 ชิ้น"]
            cut.portions = [Portion(name: "slice", grams: 33, names: names), Portion(name: "loaf", grams: 700)]
            diary.catalog.put(cut)
            try await setLanguage("uk", diary)
            let logged = try await diary.add(EntryAmount(foodId: cut.id, portion: "slice", quantity: 2))
            #expect(logged.portion == "slice")
            #expect(logged.portionLabel == "1 скибка")
            let item = DiaryCartItemsSet(foodId: cut.id, more: 1)
            _ = try await diary.service.setCartItem(item.checked(), diary.context())
            _ = try await diary.service.addFavourite(DiaryFavouritesAdd(id: cut.id), diary.context())
            try await setLanguage("th", diary)
            #expect(try await diary.day().meals[1].entries == [logged])
            let start = try await diary.service.start(DiaryStart(), diary.context())
            #expect(start.recents.map(\.portion) == ["slice"])
            #expect(start.recents.map(\.portionLabel) == ["1 ชิ้น"])
            #expect(start.cart.items.map(\.portionLabel) == ["1 ชิ้น"])
            let favourites = try await diary.service.favourites(DiaryFavouritesList(), diary.context())
            #expect(favourites.items.map(\.portionLabel) == ["1 ชิ้น"])
            let offline = try await diary.service.offlineFoods(DiaryFoodsOffline(), diary.context())
            #expect(offline.items.first?.food.portions.map(\.label) == ["1 ชิ้น", nil])
            #expect(offline.items.first?.food.portions.allSatisfy { $0.names == nil } == true)
            let checkout = DiaryCartCheckout(date: .today, meal: .dinner)
            let reply = try await diary.service.checkOut(checkout, diary.context())
            #expect(reply.day.meals[2].entries.map(\.portionLabel) == ["1 ชิ้น"])
            try await setLanguage("en", diary)
            let recents = try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context())
            #expect(recents.items.map(\.portionLabel) == [nil])
        }
    }

    @Test func `a change of the amount changes the label, and another count keeps it`() async throws {
        try await withBanana { diary, banana in
            var cut = banana
            cut.portions = [
                Portion(name: "slice", grams: 33, names: ["uk": "1 скибка"]),
                Portion(name: "loaf", grams: 700, names: ["uk": "1 буханець"]), Portion(name: "bag", grams: 900),
            ]
            diary.catalog.put(cut)
            try await setLanguage("uk", diary)
            let id = try await diary.add(EntryAmount(foodId: cut.id, portion: "slice")).id
            func label(_ portion: String?, quantity: Double? = nil, grams: Double? = nil) async throws -> String? {
                var change = DiaryEntriesUpdate(id: id, grams: grams)
                (change.portion, change.quantity) = (portion, quantity)
                return try await diary.service.update(change, diary.context()).value.portionLabel
            }
            #expect(try await label(nil, quantity: 3) == "1 скибка")
            #expect(try await label("loaf") == "1 буханець")
            #expect(try await label("bag") == nil)
            #expect(try await label("slice") == "1 скибка")
            #expect(try await label(nil, grams: 50) == nil)
            let amount = EntryAmount(foodId: cut.id, portion: "loaf", quantity: 1)
            let put = DiaryEntriesPut(id: id, ifVersion: 6, date: .today, meal: .lunch, amount: amount)
            #expect(try await diary.service.put(put.checked(), diary.context()).value.portionLabel == "1 буханець")
        }
    }

    @Test func `a food without a copy keeps the name of its entry`() async throws {
        try await withBanana { diary, banana in
            try await setLanguage("uk", diary)
            try await diary.add(EntryAmount(foodId: banana.id, grams: 100))
            try await diary.store.write { _ = try $0.execute("DELETE FROM stored_food") }
            let recents = try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context())
            #expect(recents.items.map(\.name) == ["Банан сирий"])
        }
    }

    @Test func `a private food has its owner's names, beside a copy for all users`() async throws {
        try await withBanana { diary, banana in
            try await setLanguage("uk", diary)
            let other = UserID.make()
            try await diary.receive(DiaryFixture.person(language: "uk"), of: other)
            diary.catalog.put(banana, of: diary.user, isShared: true)
            for user in [diary.user, other] {
                try await diary.add(EntryAmount(foodId: banana.id, grams: 100), as: user)
            }
            var renamed = banana
            renamed.names = ["uk": "Мій банан"]
            diary.catalog.put(renamed, of: diary.user)
            try await diary.add(EntryAmount(foodId: banana.id, grams: 100))
            func name(_ user: UserID) async throws -> String? {
                try await diary.service.recentFoods(DiaryFoodsRecent(), diary.context(user)).items.first?.name
            }
            #expect(try await name(diary.user) == "Мій банан")
            #expect(try await name(other) == "Банан сирий")
        }
    }

    @Test func `plans have the names of the present language`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let sources = FakePlanSources(names: ["uk": "Суп", "th": "ซุป"])
            let plans = sources.service(diary)
            try await setLanguage("uk", diary)
            func names(_ plan: DiaryPlan) -> Set<String> {
                Set(plan.menu.days.flatMap(\.meals).flatMap(\.items).map(\.name))
            }
            let plan = try await plans.make(DiaryPlansMake(days: 1), diary.context()).value
            #expect(names(plan) == ["Суп"])
            try await setLanguage("th", diary)
            let listed = try await plans.list(DiaryPlansList(), diary.context()).items
            #expect(listed.map(names) == [["ซุป"]])
            let applied = try await plans.apply(DiaryPlansApply(id: plan.id), diary.context()).value
            #expect(names(applied) == ["ซุป"])
            #expect(try await diary.day().meals.flatMap(\.entries).map(\.name) == ["ซุป", "ซุป"])
            try await setLanguage("de", diary)
            let unnamed = try await plans.list(DiaryPlansList(), diary.context()).items
            #expect(unnamed.flatMap(names).allSatisfy { $0.hasPrefix("Food ") })
        }
    }

    @Test func `dishes and shopping lists have the portions of the present language`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let sources = FakePlanSources(portionNames: ["uk": "1 шматок", "th": "1 ชิ้น"])
            let plans = sources.service(diary)
            func labels(_ plan: DiaryPlan) -> Set<String?> {
                Set(plan.menu.days.flatMap(\.meals).flatMap(\.items).map(\.portionLabel))
            }
            try await setLanguage("uk", diary)
            let plan = try await plans.make(DiaryPlansMake(days: 1), diary.context()).value
            #expect(labels(plan) == ["1 шматок"])
            #expect(plan.menu.days[0].meals[0].items.map(\.portion) == ["1 piece"])
            #expect(sources.asked.flatMap(\.candidates).flatMap(\.portions).allSatisfy { $0.names == nil })
            try await setLanguage("th", diary)
            #expect(labels(try await plans.get(DiaryPlansGet(id: plan.id), diary.context())) == ["1 ชิ้น"])
            let listed = try await plans.list(DiaryPlansList(), diary.context()).items
            #expect(listed.map(labels) == [["1 ชิ้น"]])
            let get = DiaryPlansShoppingGet(id: plan.id)
            let shopping = try await plans.shoppingList(get, diary.context())
            #expect(shopping.items.flatMap(\.portions).map(\.label) == ["1 ชิ้น", "1 ชิ้น"])
            #expect(shopping.items.flatMap(\.portions).map(\.name) == ["1 piece", "1 piece"])
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: shopping.items[0].foodId, isTicked: true)
            let ticked = try await plans.setTick(tick, diary.context()).value
            #expect(ticked.items.map(\.portions) == shopping.items.map(\.portions))
            try await setLanguage("en", diary)
            #expect(labels(try await plans.get(DiaryPlansGet(id: plan.id), diary.context())) == [nil])
            let english = try await plans.shoppingList(get, diary.context())
            #expect(english.items.flatMap(\.portions).map(\.label) == [nil, nil])
        }
    }

    @Test func `an exchanged dish and the entries of a plan have the portion of the present language`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let plans = FakePlanSources(portionNames: ["uk": "1 шматок", "th": "1 ชิ้น"]).service(diary)
            let plan = try await plans.make(DiaryPlansMake(days: 1), diary.context()).value
            try await setLanguage("th", diary)
            let food = plan.menu.days[0].meals[0].items[0].foodId
            let question = DiaryPlansAlternatives(id: plan.id, day: 1, foodId: food)
            let alternatives = try await plans.alternatives(question, diary.context()).items
            #expect(Set(alternatives.map(\.dish.portionLabel)) == ["1 ชิ้น"])
            let exchange = DiaryPlansExchange(id: plan.id, day: 1, foodId: food)
            let exchanged = try await plans.exchange(exchange, diary.context()).value
            #expect(exchanged.menu.days[0].meals[0].items.map(\.portionLabel) == ["1 ชิ้น"])
            let menus = try await diary.store.read { reader in
                try reader.rows("SELECT menu FROM plan").map { try $0.value("menu", as: String.self) }
            }
            #expect(menus.allSatisfy { $0.contains("1 piece") && !$0.contains("portionLabel") })
            let applied = try await plans.apply(DiaryPlansApply(id: plan.id), diary.context()).value
            let dishes = applied.menu.days.flatMap(\.meals).flatMap(\.items)
            #expect(dishes.map(\.portionLabel) == ["1 ชิ้น", "1 ชิ้น"])
            let entries = try await diary.day().meals.flatMap(\.entries)
            #expect(entries.map(\.portion) == ["1 piece", "1 piece"])
            #expect(entries.map(\.portionLabel) == ["1 ชิ้น", "1 ชิ้น"])
        }
    }
}
