import Calendar
import Contracts
import Diary
import Testing

/// Amounts in millilitres.
@Suite(.timeLimit(.minutes(5)))
struct MillilitreTests {
    /// Runs the body with a diary that can look up milk with a density and bread without.
    private func withMilk(_ body: (DiaryFixture, _ milk: Food, _ rye: Food) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            let rye = bread()
            var milk = bread()
            (milk.name, milk.kcal, milk.densityGPerMl) = ("Milk", 60, 1.03)
            milk.portions = [Portion(name: "1 cup", grams: 244)]
            for food in [milk, rye] { diary.catalog.put(food) }
            try await body(diary, milk, rye)
        }
    }

    private func amount(of food: Food, ml: Double) -> EntryAmount {
        var amount = EntryAmount(foodId: food.id)
        amount.ml = ml
        return amount
    }

    private func refusal(_ body: () async throws -> Void) async throws -> FieldError {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        return try #require(error?.details.first)
    }

    @Test func `an entry in millilitres weighs by the density and keeps the amount as typed`() async throws {
        try await withMilk { diary, milk, _ in
            let entry = try await diary.add(amount(of: milk, ml: 250))
            #expect((entry.portion, entry.quantity, entry.grams) == ("ml", 250, 257.5))
            #expect(entry.nutrients.kcal == 154.5)
            // As recent foods say it, and as a device that was offline sends it again.
            let again = try await diary.add(EntryAmount(foodId: milk.id, portion: "ml", quantity: 1_500))
            #expect(again.grams == 1_545)
            let put = DiaryEntriesPut(id: entry.id, date: .today, meal: .lunch, amount: amount(of: milk, ml: 250))
            #expect(try await diary.service.put(put.checked(), diary.context()).value == entry)
        }
    }

    @Test func `an entry changes to millilitres and back, by the density that it was logged with`() async throws {
        try await withMilk { diary, milk, _ in
            let entry = try await diary.add(EntryAmount(foodId: milk.id, portion: "1 cup", quantity: 1))
            var change = DiaryEntriesUpdate(id: entry.id)
            change.ml = 100
            let changed = try await diary.service.update(change.checked(), diary.context()).value
            #expect((changed.portion, changed.quantity, changed.grams) == ("ml", 100, 103))
            var lighter = milk
            lighter.densityGPerMl = 0.5
            diary.catalog.put(lighter)
            try await diary.add(EntryAmount(foodId: milk.id, grams: 1))
            change.ml = 200
            #expect(try await diary.service.update(change.checked(), diary.context()).value.grams == 206)
            let back = DiaryEntriesUpdate(id: entry.id, grams: 50)
            #expect(try await diary.service.update(back.checked(), diary.context()).value.portion == nil)
        }
    }

    @Test func `millilitres of a food without a density are refused with a reason`() async throws {
        try await withMilk { diary, _, rye in
            let entry = try await diary.add(EntryAmount(foodId: rye.id, grams: 100))
            let added = try await refusal { try await diary.add(amount(of: rye, ml: 100)) }
            var change = DiaryEntriesUpdate(id: entry.id)
            change.ml = 100
            let changed = try await refusal { _ = try await diary.service.update(change.checked(), diary.context()) }
            let item = DiaryCartItemsSet(foodId: rye.id, ml: 100)
            let set = try await refusal { _ = try await diary.service.setCartItem(item.checked(), diary.context()) }
            for error in [added, changed, set] {
                #expect((error.field, error.code) == ("ml", .notAllowed))
                #expect(error.message.contains("no density"))
            }
        }
    }

    @Test(arguments: [
        (#"{"foodId":"ID","ml":100,"grams":100}"#, ["ml"]), (#"{"foodId":"ID","ml":100,"portion":"1 cup"}"#, ["ml"]),
        (#"{"foodId":"ID","ml":100,"quantity":2}"#, ["quantity"]), (#"{"foodId":"ID","ml":0}"#, ["ml"]),
        (#"{"foodId":"ID","ml":10001}"#, ["ml"]), (#"{"name":"Tea","kcal":1,"ml":100}"#, ["ml"]),
    ])
    func `millilitres stand alone, in their range, and with a food`(json: String, fields: [String]) throws {
        let body = json.replacing("ID", with: FoodID.make().description).dropFirst()
        let request = try JSONText(text: #"{"date":"today","meal":"lunch",\#(body)"#).decode(DiaryEntriesAdd.self)
        let error = #expect(throws: ServiceError.self) { try request.checked() }
        #expect(error?.details.map(\.field) == fields)
    }

    @Test func `a cart has millilitres, and steps follow the first amount`() async throws {
        try await withMilk { diary, milk, _ in
            func set(_ request: DiaryCartItemsSet) async throws -> CartItem {
                try #require(try await diary.service.setCartItem(request.checked(), diary.context()).items.first)
            }
            let item = try await set(DiaryCartItemsSet(foodId: milk.id, ml: 200))
            #expect((item.portion, item.quantity, item.grams, item.step) == ("ml", 200, 206, 50))
            #expect(try await set(DiaryCartItemsSet(foodId: milk.id, more: 1)).quantity == 250)
            let checkout = DiaryCartCheckout(date: .today, meal: .dinner)
            let entry = try await diary.service.checkOut(checkout, diary.context()).day.meals[2].entries[0]
            #expect((entry.portion, entry.quantity, entry.grams) == ("ml", 250, 257.5))
            // The usual amount is now 250 ml.
            let usual = try await set(DiaryCartItemsSet(foodId: milk.id, more: 1))
            #expect((usual.portion, usual.quantity, usual.step) == ("ml", 250, 250))
            #expect(try await set(DiaryCartItemsSet(foodId: milk.id, more: -0.5)).quantity == 125)
        }
    }
}
