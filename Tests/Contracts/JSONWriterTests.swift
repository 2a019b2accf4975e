import Calendar
import Contracts
import Foundation
import JSONCoding
import SeededRandom
import Testing

struct JSONWriterTests {
    private static func food(_ name: String, _ kcal: Double) -> Food {
        Food(
            id: FoodID("7ed30c5d-6d66-53e7-9a2a-3a47ba966988") ?? .make(),
            name: name,
            kcal: kcal,
            proteinG: nil,
            fatG: 0.1,
            carbohydrateG: 1e-7,
            portions: [Portion(name: "1 cup", grams: 240), Portion(name: "½ \"cup\"", grams: 120.5)],
            flags: ["energyMismatch"],
            source: "test",
            allergens: []
        )
    }

    private static var detailed: Food {
        var food = food("Йогурт", 61)
        (food.brand, food.own, food.version, food.barcode) = ("A\\B/C", true, 3, "04006381333931")
        food.names = ["uk": "Йогурт", "en": "Yogurt", "\n": "x"]
        food.nutrients = ["calciumMg": 121.5]
        food.allergenMatches = ["milk"]
        food.ingredients = "milk\u{1}\t\r\n\u{7F}"
        food.type = "own"
        return food
    }

    private static func expectSame<Value: Codable>(_ value: Value) throws {
        let own = try JSONSerialization.jsonObject(with: Data(try PayloadCoder.encode(value)))
        let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(value))
        let (left, right) = (try #require(own as? NSDictionary), try #require(encoded as? NSDictionary))
        #expect(left == right)
    }

    @Test func `a food is written as JSONEncoder writes it`() throws {
        for food in [Self.food("Tea", 1), Self.food("ข้าวสวย \u{1F35A}", 130.25), Self.food("", 0), Self.detailed] {
            try Self.expectSame(food)
        }
    }

    @Test func `a page of foods is written as JSONEncoder writes it`() throws {
        try Self.expectSame(CatalogSearch.Reply(items: [], nextCursor: nil))
        try Self.expectSame(CatalogSearch.Reply(items: [Self.food("Tea", 1), Self.detailed], nextCursor: "MjA"))
    }

    @Test func `a request to add an entry is written as JSONEncoder writes it`() throws {
        try Self.expectSame(DiaryEntriesAdd(date: .today, meal: .lunch, amount: EntryAmount()))
        var amount = EntryAmount(foodId: .make(), grams: 1.5, portion: "½ \"cup\"", quantity: 2)
        (amount.name, amount.kcal, amount.proteinG, amount.fatG) = ("Суп", 120.25, 1, 2)
        (amount.carbohydrateG, amount.fiberG, amount.sugarG, amount.saltG) = (3, 4.5, 0, 0.01)
        let date = DayReference.date(PlainDate(dayNumber: 20_000))
        try Self.expectSame(DiaryEntriesAdd(date: date, id: .make(), meal: .snack, amount: amount))
    }

    @Test func `an entry of a diary is written as JSONEncoder writes it`() throws {
        var entry = DiaryEntry(
            id: .make(),
            date: PlainDate(dayNumber: 20_000),
            meal: .lunch,
            position: 3,
            at: "2024-10-04T12:00:00.000Z",
            foodId: nil,
            name: "Суп \"дня\"",
            imageURL: nil,
            grams: nil,
            portion: nil,
            quantity: nil,
            nutrients: Nutrients(kcal: 120.25, proteinG: 3, saltG: 0.01),
            version: 2
        )
        try Self.expectSame(entry)
        (entry.foodId, entry.imageURL, entry.grams) = (.make(), "https://example.org/a", 62.5)
        (entry.portion, entry.portionLabel, entry.quantity) = ("½ cup", "½ чашки", 0.5)
        try Self.expectSame(entry)
    }

    private static func day(_ entries: [DiaryEntry], isFull: Bool) -> DiaryDay {
        let date = PlainDate(dayNumber: 20_000)
        let target = DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60.5, carbohydrateG: 250)
        let totals = Nutrients(kcal: 120.25, proteinG: 3, saltG: 0.01)
        return DiaryDay(
            date: date,
            meals: Meal.allCases.map { .init(meal: $0, entries: $0 == .lunch ? entries : [], totals: totals) },
            totals: totals,
            incomplete: isFull ? ["fatG", "sugarG"] : [],
            target: isFull ? target : nil,
            remaining: isFull ? Nutrients(kcal: -3.5, fatG: 0) : nil,
            week: DiaryDay.Week(
                from: date.advanced(by: -2),
                totals: totals,
                incomplete: isFull ? ["fiberG"] : [],
                target: isFull ? target : nil,
                remaining: isFull ? Nutrients(kcal: 1) : nil
            ),
            month: DiaryDay.Month(
                from: date.advanced(by: -3),
                kcal: 1_200.5,
                targetKcal: isFull ? 60_000 : nil,
                remaining: isFull ? 58_799.5 : nil
            ),
            exerciseKcal: isFull ? 300.5 : nil,
            waterMl: isFull ? 1_500 : 0,
            note: isFull ? "Ситно\n\"день\"" : "",
            isComplete: isFull,
            extrasVersion: isFull ? 3 : 0
        )
    }

    private static func entry(_ name: String) -> DiaryEntry {
        DiaryEntry(
            id: .make(),
            date: PlainDate(dayNumber: 20_000),
            meal: .lunch,
            position: 3,
            at: "2024-10-04T12:00:00.000Z",
            foodId: .make(),
            name: name,
            imageURL: "https://example.org/a",
            grams: 62.5,
            portion: "½ cup",
            quantity: 0.5,
            nutrients: Nutrients(kcal: 120.25, proteinG: 3, saltG: 0.01),
            version: 2
        )
    }

    @Test func `days are written as JSONEncoder writes them`() throws {
        let days = [Self.day([], isFull: false), Self.day([Self.entry("Tea"), Self.entry("Суп")], isFull: true)]
        for day in days { try Self.expectSame(day) }
        try Self.expectSame(DiaryDays.Reply(items: days, nextFrom: PlainDate(dayNumber: 20_001)))
        try Self.expectSame(DiaryDays.Reply(items: [], nextFrom: nil))
    }

    @Test func `a cart and its checkout are written as JSONEncoder writes them`() throws {
        func item(_ portion: String?) -> CartItem {
            CartItem(
                FoodWithAmount(
                    foodId: .make(),
                    name: "Rye \"bread\"",
                    imageURL: portion,
                    grams: 33.5,
                    portion: portion,
                    portionLabel: portion.map { "\($0) \"скибка\"" },
                    quantity: portion.map { _ in 1.5 },
                    nutrients: Nutrients(kcal: 86.77, fiberG: 1)
                ),
                addedAt: "2024-10-04T12:00:00.000Z"
            )
        }
        let carts = [
            Cart(
                version: 0,
                items: [],
                additionalKcal: nil,
                additionalName: nil,
                totals: .init(kcal: 0),
                incomplete: []
            ),
            Cart(
                version: 7,
                items: [item(nil), item("slice")],
                additionalKcal: 120.5,
                additionalName: "Oil",
                totals: Nutrients(kcal: 294.04, fiberG: 2),
                incomplete: ["proteinG"]
            ),
        ]
        for cart in carts {
            try Self.expectSame(cart)
            let day = Self.day([Self.entry("Tea")], isFull: true)
            try Self.expectSame(DiaryCartCheckout.Reply(day: day, entries: [.make(), .make()], cart: cart))
        }
    }

    @Test func `progress is written as JSONEncoder writes it`() throws {
        let day = PlainDate(dayNumber: 20_000)
        let items = [
            Contracts.Progress.Item(
                from: day,
                to: day,
                totals: Nutrients(kcal: 1_999.5, proteinG: 80, fatG: 70.25, carbohydrateG: 200, sugarG: 1),
                incomplete: ["fiberG"],
                target: DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60.5, carbohydrateG: 250),
                loggedDays: 1
            ),
            Contracts.Progress.Item(
                from: day.advanced(by: 1),
                to: day.advanced(by: 7),
                totals: Nutrients(kcal: 0),
                incomplete: [],
                target: nil,
                loggedDays: 0
            ),
        ]
        var averages = Contracts.Progress.Averages()
        try Self.expectSame(
            Contracts.Progress(items: [], averages: averages, streaks: .init(logged: 0, onTarget: 0), weightTrend: [])
        )
        (averages.kcal, averages.saltG) = (1_999.5, 0.3)
        try Self.expectSame(
            Contracts.Progress(
                items: items,
                averages: averages,
                streaks: .init(logged: 12, onTarget: 3),
                weightTrend: [
                    .init(date: day, weightKg: 80.5, trendKg: 80.1), .init(date: day, weightKg: nil, trendKg: 80),
                ]
            )
        )
    }

    @Test func `messages have the bytes that earlier versions wrote`() throws {
        for text in WrittenText.all { #expect(try text.rewritten() == text.json) }
    }

    @Test func `numbers survive a round trip exactly`() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2_000 {
            let number =
                Double.random(in: -1e6...1e6, using: &generator) * [1, 1e-9, 1e12].randomElement(using: &generator)!
            let bytes = try PayloadCoder.encode(Self.food("x", number))
            #expect(try PayloadCoder.decodeReply(Food.self, from: bytes).kcal == number)
        }
    }

    @Test func `an error is written as JSONEncoder writes it, and read back without Foundation`() throws {
        let field = FieldError("a", .tooLong, "a \"is\" too long.", params: ["max": "5", "min": "ї"])
        var errors = [
            ServiceError(.internalError, ""), ServiceError.invalid([field, field]),
            ServiceError(.tooManyRequests, "Wait\n.", params: ["retryAfterSeconds": "5"]),
        ]
        errors.append(try .versionMismatch("entry", seen: 1, current: ["name": "x"], version: 2))
        for error in errors {
            try Self.expectSame(error)
            let bytes = try PayloadCoder.encode(error)
            #expect(try PayloadCoder.decodeReply(ServiceError.self, from: bytes) == error)
        }
        let plain = try PayloadCoder.encode(errors[1])
        #expect(PlainJSON.value(ServiceError.self, from: plain, isStrict: false) == errors[1])
    }

    @Test func `events are written as JSONEncoder writes them`() throws {
        let day = DayChanged(date: PlainDate(dayNumber: 20_000), kcal: 1_830.25, targetKcal: nil, entries: 3)
        try Self.expectSame(day)
        try Self.expectSame(DayChanged(date: day.date, kcal: 0, targetKcal: 2_000, entries: 0))
        let events = try (1...2).map { number in
            Event(
                id: .make(),
                source: .diary,
                type: DayChanged.type,
                subject: .make(),
                time: Timestamp.now(),
                sequence: .init(number) << 40,
                traceparent: number == 1 ? nil : "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                data: try JSONText(day)
            )
        }
        for event in events { try Self.expectSame(event) }
        try Self.expectSame(EventsSince.Reply(epoch: "e \"1\"", events: events, last: 7, reload: false))
        try Self.expectSame(EventsSince.Reply(epoch: "", events: [], last: 0, reload: true))
    }
}

struct LeaderboardTopJSONTests {
    @Test func `a board is written as JSONEncoder writes it`() throws {
        let rows = [("Anna \"A\"", 99.9), ("Ümit\\\n", 0), ("Zoe", 100)].enumerated().map { index, row in
            LeaderboardTop.Row(rank: index + 1, userId: .make(), name: row.0, score: row.1)
        }
        for reply in [
            LeaderboardTop.Reply(items: rows, me: rows[1]), LeaderboardTop.Reply(items: rows, me: nil),
            LeaderboardTop.Reply(items: [], me: nil),
        ] {
            let written = try JSONSerialization.jsonObject(with: Data(try PayloadCoder.encode(reply))) as? NSDictionary
            let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(reply)) as? NSDictionary
            #expect(written != nil)
            #expect(written == encoded)
        }
    }
}
