import Calendar
import CommandSupport
import Contracts
import DiaryCommands
import Testing

/// Arguments and output of `mealwire today` and `mealwire log`.
struct TextTests {
    private let date = PlainDate(dayNumber: 20_522)

    private func entry(_ name: String, _ meal: Meal, _ grams: Double?, _ kcal: Double) -> DiaryEntry {
        DiaryEntry(
            id: .make(),
            date: date,
            meal: meal,
            position: 0,
            at: "2026-03-10T07:30:00.000Z",
            foodId: nil,
            name: name,
            imageURL: nil,
            grams: grams,
            portion: nil,
            quantity: nil,
            nutrients: Nutrients(kcal: kcal),
            version: 1
        )
    }

    private func day(_ meals: [DiaryDay.MealEntries], target: DayTarget?, remaining: Nutrients?) -> DiaryDay {
        let totals = Nutrients(kcal: 437.25, proteinG: 9.46, fatG: 4, carbohydrateG: nil)
        return DiaryDay(
            date: date,
            meals: meals,
            totals: totals,
            incomplete: ["carbohydrateG"],
            target: target,
            remaining: remaining,
            week: DiaryDay.Week(from: date, totals: totals, incomplete: [], target: nil, remaining: nil),
            month: DiaryDay.Month(from: date, kcal: 437.25, targetKcal: nil, remaining: nil),
            waterMl: 500
        )
    }

    @Test func `the hour gives the meal`() {
        #expect(
            (0..<24).map(LoggedFood.meal) == [
                .snack, .snack, .snack, .snack, .breakfast, .breakfast, .breakfast, .breakfast, .breakfast, .breakfast,
                .breakfast, .lunch, .lunch, .lunch, .lunch, .lunch, .dinner, .dinner, .dinner, .dinner, .dinner,
                .dinner,
                .snack, .snack,
            ]
        )
    }

    @Test func `a day is shown in columns`() {
        let meals = [
            DiaryDay.MealEntries(
                meal: .breakfast,
                entries: [entry("Oats", .breakfast, 60, 228), entry("Milk", .breakfast, 200.5, 128)],
                totals: Nutrients(kcal: 356)
            ),
            DiaryDay.MealEntries(meal: .lunch, entries: [], totals: Nutrients(kcal: 0)),
            DiaryDay.MealEntries(
                meal: .snack,
                entries: [entry("Biscuit", .snack, nil, 81.25)],
                totals: Nutrients(kcal: 81)
            ),
        ]
        let text = DayTable.text(
            day(
                meals,
                target: DayTarget(dailyKcal: 2_000, proteinG: 100, fatG: 60, carbohydrateG: 250),
                remaining: Nutrients(kcal: 1_562.75, proteinG: 90.54, fatG: -2.04, carbohydrateG: nil)
            )
        )
        #expect(
            text == """
                \(date)

                                EATEN  TARGET  LEFT
                energy kcal       437    2000  1563
                protein g         9.5     100    91
                fat g               4      60    -2
                carbohydrate g      -     250     -

                Too low, because unknown for some entries: carbohydrateG.

                MEAL       FOOD     AMOUNT  KCAL
                breakfast  Oats       60 g   228
                           Milk      201 g   128
                snack      Biscuit       -    81

                Water: 500 ml
                """
        )
    }

    @Test func `a day without target and entries says so`() {
        let text = DayTable.text(day([], target: nil, remaining: nil))
        #expect(text.contains("There is no target"))
        #expect(text.contains("Nothing is logged yet."))
    }

    @Test func `a new entry is described in a sentence`() {
        let text = LoggedFood.sentence(entry("Banana", .snack, 120, 106.8))
        #expect(text == "Logged 120 g of Banana, 107 kcal, for snack on \(date).")
    }

    @Test(arguments: ["", "meals.example.org", "ftp://a", "http://", "http://u:p@a", "http://a/?x", "http://a#x"])
    func `another text than an address is refused`(text: String) {
        #expect(throws: CommandFailure.self) { try ServerAddress(text) }
    }

    @Test func `a connection over a network without encryption is open`() throws {
        #expect(try ServerAddress("http://127.0.0.1:8080/").text == "http://127.0.0.1:8080")
        #expect(try !ServerAddress("http://localhost:8080").isOpen)
        #expect(try !ServerAddress("https://meals.example.org").isOpen)
        #expect(try ServerAddress("http://192.168.1.2").isOpen)
    }
}
