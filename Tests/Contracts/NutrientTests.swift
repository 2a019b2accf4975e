import Calendar
import Contracts
import JSONCoding
import Testing

/// What has amounts follows from one list of nutrients.
struct NutrientTests {
    /// Another amount for each nutrient, from 1 on.
    private static let amounts = NutrientAmounts { Double($0.index + 1) }
    private static let keys = Nutrient.allCases.map(\.rawValue)

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try #require(PlainJSON.bytes(of: value)), as: UTF8.self)
    }

    private static func roundTrip<Value: Codable & Equatable>(_ value: Value) throws {
        let bytes = try #require(PlainJSON.bytes(of: value))
        #expect(try PayloadCoder.decode(Value.self, from: bytes) == value)
        #expect(try PayloadCoder.decodeByFoundation(Value.self, from: PayloadCoder.encodeByFoundation(value)) == value)
    }

    @Test func `each nutrient has its own key and column, and its key ends with its unit`() {
        #expect(Set(Self.keys).count == Self.keys.count)
        #expect(Set(Nutrient.allCases.map(\.column)).count == Self.keys.count)
        for nutrient in Nutrient.allCases {
            #expect(NutrientUnit(of: nutrient.rawValue) == nutrient.unit)
            #expect(nutrient.column.hasSuffix("_" + nutrient.unit.rawValue.lowercased()))
        }
        #expect([Nutrient.protein, .carbohydrate].map(\.column) == ["protein_g", "carbohydrate_g"])
    }

    @Test func `units are told apart by the ends of names, and convert a range in grams`() {
        #expect(["waterG", "ironMg", "vitaminDUg"].map { NutrientUnit(of: $0) } == [.grams, .milligrams, .micrograms])
        #expect(NutrientUnit(of: "kcal") == nil)
        #expect(NutrientUnit.grams.amounts(ofGrams: EntryLimits.nutrientG) == EntryLimits.nutrientG)
        #expect(NutrientUnit.milligrams.amounts(ofGrams: 0.5...2) == 500...2_000)
    }

    @Test func `each nutrient is visited once and in order`() {
        var visited: [Nutrient] = []
        Nutrient.each { visited.append($0) }
        #expect(visited == Nutrient.allCases)
        #expect(visited.map(\.index) == Array(visited.indices))
    }

    @Test(arguments: Nutrient.allCases)
    func `an amount has the field of its nutrient, and changes no other`(nutrient: Nutrient) throws {
        var nutrients = Nutrients(kcal: 0.5)
        nutrients[nutrient] = 2
        #expect(Nutrient.allCases.map { nutrients[$0] } == Nutrient.allCases.map { $0 == nutrient ? 2 : nil })
        let members = Self.keys.map { #","\#($0)":\#($0 == nutrient.rawValue ? "2" : "null")"# }
        #expect(try Self.text(nutrients) == #"{"kcal":0.5\#(members.joined())}"#)
        try Self.roundTrip(nutrients)
        nutrients[nutrient] = nil
        #expect(nutrients == Nutrients(kcal: 0.5))
    }

    @Test func `named amounts are those of their nutrients`() {
        let named = Nutrients(kcal: 0, proteinG: 1, fatG: 2, carbohydrateG: 3, fiberG: 4, sugarG: 5, saltG: 6)
        #expect(named.amounts == Self.amounts)
        #expect([named.proteinG, named.saltG] == [1, 6])
        var food = Food(id: .make(), name: "Rye", kcal: 0, proteinG: 1, fatG: 2, carbohydrateG: 3, source: "test")
        (food.fiberG, food.sugarG, food.sodiumMg) = (4, 5, 2_400)
        #expect(NutrientAmounts { $0.amount(per100gOf: food) } == Self.amounts)
        let unknown = Food(id: .make(), name: "", kcal: 0, proteinG: nil, fatG: nil, carbohydrateG: nil, source: "test")
        #expect(NutrientAmounts { $0.amount(per100gOf: unknown) } == NutrientAmounts())
    }

    @Test func `types with amounts read each nutrient, in its place`() throws {
        let names = [
            try probedFieldNames(of: Nutrients.self), try probedFieldNames(of: EntryAmount.self),
            try probedFieldNames(of: Contracts.Progress.Item.self),
            try probedFieldNames(of: Contracts.Progress.Averages.self),
            try probedFieldNames(of: DayShared.SharedFood.self), try probedFieldNames(of: DiaryEntry.self),
            try probedFieldNames(of: FoodWithAmount.self),
        ]
        for names in names { #expect(names.filter(Self.keys.contains) == Self.keys) }
    }

    @Test func `amounts of all types survive coding`() throws {
        let nutrients = Nutrients(kcal: 10, Self.amounts)
        var averages = Contracts.Progress.Averages()
        (averages.kcal, averages.amounts) = (10, Self.amounts)
        try Self.roundTrip(averages)
        var amount = EntryAmount(name: "Soup", kcal: 10)
        amount.amounts = Self.amounts
        try Self.roundTrip(amount)
        try Self.roundTrip(EntryAmount(foodId: .make(), grams: 1.5))
        #expect(try Self.text(EntryAmount(name: "Soup", kcal: 10)) == #"{"name":"Soup","kcal":10}"#)
        let id = FoodID.make()
        try Self.roundTrip(
            DayShared.SharedFood(id: .make(), meal: .lunch, foodId: id, name: "Rye", grams: 1, nutrients: nutrients)
        )
        let day = PlainDate(dayNumber: 20_000)
        for totals in [nutrients, Nutrients(kcal: 0)] {
            let item = Contracts.Progress.Item(
                from: day,
                to: day,
                totals: totals,
                incomplete: Self.keys,
                target: nil,
                loggedDays: 1
            )
            try Self.roundTrip(item)
            #expect((item.proteinG, item.fiberG) == (totals.proteinG ?? 0, totals.fiberG))
        }
    }

    @Test func `a wrong field of an amount hides none of its nutrients`() throws {
        let body = #"{"grams":"much","proteinG":1,"saltG":2,"other":3}"#
        let error = #expect(throws: ServiceError.self) {
            try PayloadCoder.decode(EntryAmount.self, from: Array(body.utf8))
        }
        #expect(Set(error?.details.map(\.field) ?? []) == ["grams", "other"])
    }

    @Test(arguments: Nutrient.allCases)
    func `a nutrient has a range, and does not go with a food`(nutrient: Nutrient) throws {
        func errors(_ amount: EntryAmount) throws -> [String] {
            try DiaryEntriesAdd.rules.errors(in: DiaryEntriesAdd(date: .today, meal: .lunch, amount: amount)).map {
                "\($0.field) \($0.code)"
            }
        }
        var bare = EntryAmount(name: "Soup", kcal: 1)
        for (amount, code) in [(0, nil), (2_000, nil), (2_000.5, "outOfRange"), (-1, "outOfRange")] {
            bare[nutrient] = amount
            #expect(try errors(bare) == (code.map { ["\(nutrient.rawValue) \($0)"] } ?? []))
        }
        var ofFood = EntryAmount(foodId: .make(), grams: 100)
        ofFood[nutrient] = 1
        #expect(try errors(ofFood) == ["\(nutrient.rawValue) notAllowed"])
    }
}
