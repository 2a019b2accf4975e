import Calendar
import Contracts
import Diary
import JSONCoding
import Testing

/// The cart: changes, concurrent devices and checkout.
@Suite(.timeLimit(.minutes(5)))
struct CartTests {
    /// Runs the body with a diary that can look up bread with portions and soup without.
    private func withFoods(_ body: (DiaryFixture, _ bread: Food, _ soup: Food) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            var soup = bread()
            (soup.name, soup.kcal, soup.portions) = ("Soup", 50, [])
            for food in [rye, soup] { diary.catalog.put(food) }
            try await body(diary, rye, soup)
        }
    }

    private func set(_ diary: DiaryFixture, _ request: DiaryCartItemsSet, key: String? = nil) async throws -> Cart {
        try await diary.service.setCartItem(request.checked(), diary.context(key: key))
    }

    private func more(_ diary: DiaryFixture, _ food: Food, _ more: Double) async throws -> Cart {
        try await set(diary, DiaryCartItemsSet(foodId: food.id, more: more))
    }

    private func cart(_ diary: DiaryFixture, of user: UserID? = nil) async throws -> Cart {
        try await diary.service.cart(DiaryCartGet(), diary.context(user))
    }

    private func checkOut(_ diary: DiaryFixture, ifVersion: Int? = nil, key: String? = nil)
        async throws -> DiaryCartCheckout.Reply
    {
        let request = DiaryCartCheckout(ifVersion: ifVersion, date: .date(march(11)), meal: .dinner)
        return try await diary.service.checkOut(request, diary.context(key: key))
    }

    @Test func `changes of the cart give its totals, versions and events`() async throws {
        try await withFoods { diary, bread, soup in
            let empty = try await self.cart(diary)
            #expect((empty.version, empty.items.count, empty.totals.kcal) == (0, 0, 0))
            _ = try await set(diary, DiaryCartItemsSet(foodId: soup.id, grams: 200))
            _ = try await set(diary, DiaryCartItemsSet(foodId: bread.id, portion: "slice", quantity: 2))
            var update = DiaryCartUpdate()
            update.additionalKcal = .set(80)
            let cart = try await diary.service.updateCart(update, diary.context())
            #expect(cart.version == 3)
            #expect(cart.items.map(\.name) == ["Soup", "Rye bread"])
            #expect(cart.items.map(\.grams) == [200, 66])
            #expect(cart.items.map(\.addedAt) == Array(repeating: "2026-03-10T12:00:00.000Z", count: 2))
            #expect(cart.totals.kcal == 350.94)
            #expect(cart.incomplete.contains("proteinG"))
            #expect(try await self.cart(diary) == cart)
            #expect(try await self.cart(diary, of: .make()) == empty)
            let published = try await diary.events(DiaryDataChanged.type).map {
                try $0.data.decode(DiaryDataChanged.self)
            }
            #expect(published == (1...3).map { DiaryDataChanged(kind: .cart, date: nil, version: $0) })
        }
    }

    @Test func `steps use the unit of the item, and an item at zero is removed`() async throws {
        try await withFoods { diary, bread, soup in
            let first = try await more(diary, bread, 1).items[0]
            #expect((first.portion, first.quantity, first.grams) == ("slice", 1, 33))
            #expect(try await more(diary, bread, 0.5).items[0].quantity == 1.5)
            let soups = try await more(diary, soup, 1).items[1]
            #expect((soups.portion, soups.grams, soups.step) == (nil, 100, 100))
            let byWeight = try await set(diary, DiaryCartItemsSet(foodId: bread.id, grams: 50)).items[0]
            #expect((byWeight.portion, byWeight.grams) == (nil, 50))
            #expect(try await more(diary, bread, 2).items[0].grams == 70)
            let less = try await more(diary, bread, -7)
            #expect(less.items.map(\.foodId) == [soup.id])
            // Subtracting a missing item has no effect.
            #expect(try await more(diary, bread, -1) == less)
        }
    }

    @Test func `the first step puts the amount that was logged last, and further steps add it again`() async throws {
        try await withFoods { diary, bread, soup in
            try await diary.add(EntryAmount(foodId: bread.id, portion: "slice", quantity: 2))
            try await diary.add(EntryAmount(foodId: soup.id, grams: 250))
            let slices = try await more(diary, bread, 1).items[0]
            #expect((slices.portion, slices.quantity, slices.grams, slices.step) == ("slice", 2, 66, 2))
            #expect(try await more(diary, bread, 1).items[0].quantity == 4)
            #expect(try await more(diary, bread, -0.5).items[0].quantity == 3)
            #expect(try await more(diary, soup, 2).items[1].grams == 500)
            // An amount by weight keeps the step, until the unit changes.
            let set = try await set(diary, DiaryCartItemsSet(foodId: soup.id, grams: 300)).items[1]
            #expect((set.grams, set.step) == (300, 250))
            #expect(try await more(diary, soup, -1).items[1].grams == 50)
            #expect(try await more(diary, soup, -1).items.map(\.foodId) == [bread.id])
        }
    }

    @Test func `a first step of its own size ignores what was logged last`() async throws {
        try await withFoods { diary, bread, soup in
            for food in [bread, soup] { try await diary.add(EntryAmount(foodId: food.id, grams: 250)) }
            let requests = [bread, soup].map { DiaryCartItemsSet(foodId: $0.id, more: 1, first: .step) }
            #expect(try await set(diary, requests[0]).items[0].quantity == 1)
            #expect(try await set(diary, requests[1]).items[1].grams == 10)
            #expect(try await set(diary, requests[1]).items[1].grams == 20)
        }
    }

    @Test func `a step of an item in the cart and the checkout need no catalog`() async throws {
        try await withFoods { diary, bread, _ in
            _ = try await more(diary, bread, 1)
            diary.catalog.fail(.notFound("food"))
            #expect(try await more(diary, bread, 1).items[0].quantity == 2)
            let reply = try await checkOut(diary)
            #expect(reply.day.meals[2].entries.map(\.grams) == [66])
        }
    }

    @Test func `an item keeps the portion weight of when it was added`() async throws {
        try await withFoods { diary, bread, _ in
            _ = try await more(diary, bread, 1)
            var heavier = bread
            heavier.portions = [Portion(name: "slice", grams: 50)]
            diary.catalog.put(heavier)
            try await diary.add(EntryAmount(foodId: bread.id, grams: 1))
            #expect(try await more(diary, bread, 1).items[0].grams == 66)
            let entry = try await checkOut(diary).day.meals[2].entries[0]
            #expect((entry.portion, entry.quantity, entry.grams) == ("slice", 2, 66))
        }
    }

    @Test func `a checkout logs every item and empties the cart`() async throws {
        try await withFoods { diary, bread, soup in
            try await diary.add(quick("Tea", kcal: 1), on: march(11), meal: .dinner)
            _ = try await set(diary, DiaryCartItemsSet(foodId: soup.id, grams: 200))
            _ = try await more(diary, bread, 2)
            var update = DiaryCartUpdate()
            (update.additionalKcal, update.additionalName) = (.set(80), .set("Butter"))
            let full = try await diary.service.updateCart(update, diary.context())
            let reply = try await checkOut(diary, ifVersion: full.version, key: "k")
            let dinner = reply.day.meals[2].entries
            #expect(dinner.map(\.name) == ["Tea", "Soup", "Rye bread", "Butter"])
            #expect(dinner.map(\.position) == [0, 1, 2, 3])
            #expect(dinner.dropFirst().map(\.id) == reply.entries)
            #expect(reply.day.totals.kcal == (full.totals.kcal + 1).inHundredths)
            #expect(reply.cart.items.isEmpty)
            #expect((reply.cart.additionalKcal, reply.cart.additionalName) == (nil, nil))
            #expect(reply.cart.version == full.version + 1)
            #expect(try await FoodUseRecomputation.stored(in: diary) == FoodUseRecomputation(dinner).uses)
            // A repeated request returns the stored reply, and a new one finds an empty cart.
            #expect(try await checkOut(diary, ifVersion: full.version, key: "k").entries == reply.entries)
            let again = await #expect(throws: ServiceError.self) { try await checkOut(diary, key: "other") }
            #expect(again?.code == .conflict)
            #expect(try await diary.day(march(11)).meals[2].entries.count == 4)
        }
    }

    @Test func `a cart that does not fit into the day stays unchanged`() async throws {
        try await withFoods { diary, bread, soup in
            for _ in 0..<499 { try await diary.add(quick(kcal: 1), on: march(11)) }
            _ = try await more(diary, bread, 1)
            let full = try await more(diary, soup, 1)
            let error = await #expect(throws: ServiceError.self) { try await checkOut(diary) }
            #expect(error?.details.map(\.field) == ["date"])
            #expect(try await cart(diary) == full)
            #expect(try await diary.day(march(11)).totals.kcal == 499)
        }
    }

    @Test func `a change with an outdated version is refused with the current cart`() async throws {
        try await withFoods { diary, bread, soup in
            let seen = try await more(diary, bread, 1)
            let current = try await more(diary, soup, 1)
            let late = DiaryCartItemsRemove(foodId: bread.id, ifVersion: seen.version)
            let removal = await #expect(throws: ServiceError.self) {
                try await diary.service.removeCartItem(late, diary.context())
            }
            #expect(try removal?.current?.decode(Cart.self) == current)
            let checkout = await #expect(throws: ServiceError.self) {
                try await checkOut(diary, ifVersion: seen.version)
            }
            #expect(checkout?.code == .versionMismatch)
            let right = DiaryCartItemsRemove(foodId: bread.id, ifVersion: current.version)
            let after = try await diary.service.removeCartItem(right, diary.context())
            #expect((after.items.map(\.foodId), after.version) == ([soup.id], current.version + 1))
            let nothing = DiaryCartItemsRemove(foodId: bread.id)
            #expect(try await diary.service.removeCartItem(nothing, diary.context()) == after)
        }
    }

    @Test func `concurrent steps of two devices each count once`() async throws {
        try await withFoods { diary, bread, soup in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    let food = number % 3 == 0 ? soup : bread
                    let request = DiaryCartItemsSet(foodId: food.id, more: 1)
                    // Each device sends every request twice.
                    for _ in 0..<2 {
                        group.addTask { _ = try await set(diary, request, key: "tap-\(number)") }
                    }
                }
                try await group.waitForAll()
            }
            let cart = try await self.cart(diary)
            let amounts = Dictionary(uniqueKeysWithValues: cart.items.map { ($0.foodId, $0) })
            #expect(amounts[bread.id]?.quantity == 40)
            #expect(amounts[soup.id]?.grams == 2_000)
            #expect(cart.version == 60)
        }
    }

    @Test func `contradictory and invalid amounts are refused`() async throws {
        try await withFoods { diary, bread, soup in
            let wrong: [(DiaryCartItemsSet, [String])] = [
                (DiaryCartItemsSet(foodId: bread.id), ["grams"]),
                (DiaryCartItemsSet(foodId: bread.id, quantity: 2), ["portion"]),
                (DiaryCartItemsSet(foodId: bread.id, grams: 1, portion: "slice"), ["portion"]),
                (DiaryCartItemsSet(foodId: bread.id, grams: 1, more: 1), ["more"]),
                (DiaryCartItemsSet(foodId: bread.id, more: 1_001), ["more"]),
                (DiaryCartItemsSet(foodId: bread.id, grams: 0), ["grams"]),
                (DiaryCartItemsSet(foodId: bread.id, portion: "cup"), ["portion"]),
                (DiaryCartItemsSet(foodId: soup.id, more: 101), ["more"]),
                (DiaryCartItemsSet(foodId: soup.id, more: 100), []),
                (DiaryCartItemsSet(foodId: soup.id, more: 1), ["more"]),
                (DiaryCartItemsSet(foodId: bread.id, portion: "loaf", quantity: 15), ["quantity"]),
            ]
            for (request, fields) in wrong {
                if fields.isEmpty {
                    _ = try await set(diary, request)
                    continue
                }
                let error = await #expect(throws: ServiceError.self) { try await set(diary, request) }
                #expect(error?.details.map(\.field) == fields)
            }
            let unknown = DiaryCartItemsSet(foodId: .make(), grams: 1)
            let error = await #expect(throws: ServiceError.self) { try await set(diary, unknown) }
            #expect(error?.code == .notFound)
            var update = DiaryCartUpdate()
            (update.additionalKcal, update.additionalName) = (.set(-1), .set(" "))
            let bare = update
            let both = await #expect(throws: ServiceError.self) {
                try await diary.service.updateCart(bare.checked(), diary.context())
            }
            #expect(both?.details.map(\.field) == ["additionalKcal", "additionalName"])
        }
    }

    @Test func `an item above the maximum of a cart is refused`() async throws {
        try await DiaryFixture.use { diary in
            let foods = (0...Cart.itemsMax).map { _ in bread() }
            for food in foods { diary.catalog.put(food) }
            for food in foods.dropLast() { _ = try await more(diary, food, 1) }
            let error = await #expect(throws: ServiceError.self) { try await more(diary, foods[Cart.itemsMax], 1) }
            #expect(error?.details.map(\.field) == ["foodId"])
            #expect(try await more(diary, foods[0], 1).items.count == Cart.itemsMax)
            #expect(try await checkOut(diary).entries.count == Cart.itemsMax)
        }
    }
}
