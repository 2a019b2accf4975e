import Calendar
import Contracts
import Diary
import Testing

@Suite struct EntryRulesTests {
    private let food = FoodID.make()

    /// Returns field and code of every error of an amount.
    private func errors(_ change: (inout EntryAmount) -> Void, on date: DayReference = .today) -> [String] {
        var amount = EntryAmount()
        change(&amount)
        do {
            let request = DiaryEntriesAdd(date: date, meal: .lunch, amount: amount)
            _ = try EntryRules.requestedAmount(of: request.checked())
            return []
        } catch {
            #expect(error.code == .invalid)
            return error.details.map { "\($0.field) \($0.code.rawValue)" }
        }
    }

    @Test func `amounts by weight, by portion and of bare energy are accepted`() throws {
        func requested(_ amount: EntryAmount) throws -> RequestedAmount {
            try EntryRules.requestedAmount(of: DiaryEntriesAdd(date: .today, meal: .lunch, amount: amount))
        }
        #expect(try requested(EntryAmount(foodId: food, grams: 0.1)) == .grams(food, 0.1))
        #expect(try requested(EntryAmount(foodId: food, portion: "cup")) == .portion(food, name: "cup", quantity: 1))
        #expect(
            try requested(EntryAmount(foodId: food, portion: "cup", quantity: 2.5))
                == .portion(food, name: "cup", quantity: 2.5)
        )
        #expect(
            try requested(quick("Soup", kcal: 0, proteinG: 3.333))
                == .quick(name: "Soup", Nutrients(kcal: 0, proteinG: 3.33))
        )
    }

    @Test func `contradictory fields are refused by name`() {
        #expect(errors { _ in } == ["foodId missing"])
        #expect(errors { $0.foodId = food } == ["grams missing"])
        #expect(errors { ($0.foodId, $0.quantity) = (food, 2) } == ["portion missing"])
        #expect(errors { ($0.foodId, $0.grams, $0.portion) = (food, 10, "cup") } == ["portion notAllowed"])
        #expect(errors { ($0.foodId, $0.grams, $0.quantity) = (food, 10, 2) } == ["quantity notAllowed"])
        #expect(
            errors { ($0.foodId, $0.grams, $0.name, $0.kcal) = (food, 10, "Soup", 5) }
                == ["name notAllowed", "kcal notAllowed"]
        )
        #expect(errors { ($0.name, $0.kcal, $0.grams) = ("Soup", 5, 10) } == ["grams notAllowed"])
        #expect(errors { $0.name = "Soup" } == ["kcal missing"])
        #expect(errors { $0.kcal = 5 } == ["name missing"])
    }

    @Test(arguments: [0, 0.09, 10_000.1, -5, .infinity, .nan])
    func `grams outside their range are refused`(grams: Double) {
        #expect(errors { ($0.foodId, $0.grams) = (food, grams) } == ["grams outOfRange"])
    }

    @Test(arguments: [0, 0.009, 10_000.5, -1])
    func `quantities outside their range are refused`(quantity: Double) {
        #expect(errors { ($0.foodId, $0.portion, $0.quantity) = (food, "cup", quantity) } == ["quantity outOfRange"])
    }

    @Test func `bare energy has ranges, and all errors are reported together`() {
        #expect(errors { ($0.name, $0.kcal) = ("Soup", 20_000.5) } == ["kcal outOfRange"])
        #expect(errors { ($0.name, $0.kcal) = ("Soup", -1) } == ["kcal outOfRange"])
        #expect(errors { ($0.name, $0.kcal, $0.saltG) = ("Soup", 1, 2_001) } == ["saltG outOfRange"])
        #expect(
            errors { ($0.name, $0.kcal, $0.proteinG) = ("", 20_001, -1) }
                == ["name tooShort", "kcal outOfRange", "proteinG outOfRange"]
        )
    }

    @Test func `a name with too many characters or bytes is refused`() {
        #expect(errors { ($0.name, $0.kcal) = (String(repeating: "\u{431}", count: 200), 1) } == [])
        #expect(errors { ($0.name, $0.kcal) = (String(repeating: "a", count: 201), 1) } == ["name tooLong"])
        let stacked = "a" + String(repeating: "\u{301}", count: 1_000)
        #expect(stacked.count == 1)
        #expect(errors { ($0.name, $0.kcal) = (stacked, 1) } == ["name tooLong"])
        #expect(errors { ($0.name, $0.kcal) = (" \t", 1) } == ["name wrongFormat", "name wrongFormat"])
        #expect(errors { ($0.name, $0.kcal) = ("a\u{0}b", 1) } == ["name wrongFormat"])
    }

    @Test(arguments: [("1899-12-31", 1), ("1900-01-01", 0), ("2200-12-31", 0), ("2201-01-01", 1)])
    func `dates outside the allowed years are refused`(text: String, count: Int) throws {
        let date = try #require(PlainDate(text))
        let found = errors({ ($0.name, $0.kcal) = ("Soup", 1) }, on: .date(date))
        #expect(found == Array(repeating: "date outOfRange", count: count))
    }
}
