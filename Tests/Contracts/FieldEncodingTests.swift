import Calendar
import Contracts
import Foundation
import JSONCoding
import Testing

/// Types that list their fields for ``FieldEncoder`` must not forget one.
struct FieldEncodingTests {
    private static let portion = Portion(name: "1 cup", grams: 240, label: "1 склянка", names: ["uk": "1 склянка"])
    private static let nutrients = Nutrients(
        kcal: 89.5,
        proteinG: 1,
        fatG: 0.25,
        carbohydrateG: 23,
        fiberG: 2.6,
        sugarG: 12,
        saltG: 0.01
    )
    private static let entry = DiaryEntry(
        id: .make(),
        date: PlainDate(dayNumber: 20_785),
        meal: .lunch,
        position: 3,
        at: "2026-11-28T12:00:00.000Z",
        foodId: .make(),
        name: "Say \"rice\"",
        imageURL: "https://images.example.com/rice.png",
        grams: 150.5,
        portion: "1 cup",
        portionLabel: "1 склянка",
        quantity: 2,
        nutrients: nutrients,
        version: 4
    )

    private static var food: Food {
        var food = Food(
            id: .make(),
            name: "Milk",
            brand: "Farm",
            category: "Milk, whole",
            kcal: 61,
            proteinG: 3.2,
            fatG: 3.3,
            carbohydrateG: 4.8,
            fiberG: 0,
            sugarG: 5,
            saturatedFatG: 1.9,
            sodiumMg: 43,
            portions: [portion],
            flags: ["unusualEnergy"],
            source: "test",
            imageURL: "https://images.example.com/milk.png",
            type: .generic,
            allergens: ["milk"]
        )
        (food.picture, food.densityGPerMl) = ("/v1/foods/1/picture", 1.03)
        (food.createdAt, food.allergenMatches) = ("2026-11-28T12:00:00.000Z", ["milk"])
        (food.own, food.usual, food.shared) = (true, UsualFoodAmount(grams: 240, portion: "1 cup", quantity: 1), false)
        (food.names, food.barcode, food.ingredients) = (["uk": "Молоко"], "04006381333931", "milk")
        (food.nutrients, food.version) = (["calciumMg": 113], 2)
        return food
    }

    private static let target = DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60, carbohydrateG: 250)
    private static let day = DiaryDay(
        date: PlainDate(dayNumber: 20_785),
        meals: [DiaryDay.MealEntries(meal: .lunch, entries: [entry], totals: nutrients)],
        totals: nutrients,
        incomplete: ["saltG"],
        target: target,
        remaining: nutrients,
        week: DiaryDay.Week(
            from: PlainDate(dayNumber: 20_783),
            totals: nutrients,
            incomplete: ["fiberG"],
            target: target,
            remaining: nutrients
        ),
        month: DiaryDay.Month(from: PlainDate(dayNumber: 20_758), kcal: 1_800, targetKcal: 60_000, remaining: 58_200),
        exerciseKcal: 120,
        waterMl: 500,
        note: "Say \"rice\"",
        isComplete: true,
        extrasVersion: 3
    )

    @Test func `types encode all of their properties`() throws {
        let (meal, week) = (try #require(Self.day.meals.first), Self.day.week)
        for value in [Self.food, Self.portion, Self.nutrients, Self.day, meal, week] as [any Encodable] {
            let names = try members(of: value).keys
            #expect(Set(names) == properties(of: value))
        }
    }

    @Test func `an entry encodes all of its properties, its picture, and its nutrients beside them`() throws {
        let names = try members(of: Self.entry).keys
        let own = properties(of: Self.entry).subtracting(["nutrients"]).union(["picture"])
        #expect(Set(names) == own.union(properties(of: Self.nutrients)))
    }

    @Test func `the fast encoder and that of Foundation write the same values`() throws {
        try expectSameJSON(Self.food)
        try expectSameJSON(
            Food(id: .make(), name: "Air", kcal: 0, proteinG: nil, fatG: nil, carbohydrateG: nil, source: "test")
        )
        try expectSameJSON(Self.entry)
        try expectSameJSON(Self.portion)
        try expectSameJSON(Nutrients(kcal: 0.1))
        try expectSameJSON(Self.day)
    }

    private func expectSameJSON<Value: Codable & Equatable>(_ value: Value) throws {
        let fast = try #require(PlainJSON.bytes(of: value))
        let other = try PayloadCoder.encodeByFoundation(value)
        let (fastMembers, otherMembers) = (try members(ofJSON: fast), try members(ofJSON: other))
        #expect(fastMembers as NSDictionary == otherMembers as NSDictionary)
        #expect(try PayloadCoder.decode(Value.self, from: fast) == value)
    }

    private func members(of value: some Encodable) throws -> [String: Any] {
        try members(ofJSON: try #require(PlainJSON.bytes(of: value)))
    }

    private func members(ofJSON bytes: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The names of the stored properties, and those of amounts; those with a wrapper begin with an underscore.
    private func properties(of value: Any) -> Set<String> {
        Mirror(reflecting: value).children.reduce(into: []) { names, child in
            if child.value is NutrientAmounts {
                names.formUnion(properties(of: child.value))
            } else if let label = child.label {
                names.insert(String(label.drop { $0 == "_" }))
            }
        }
    }
}
