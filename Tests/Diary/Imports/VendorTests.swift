import Calendar
import Contracts
import Diary
import Foundation
import Testing

/// Tables of other programs, with their original headers.
@Suite(.timeLimit(.minutes(5)))
struct VendorTests {
    static let myFitnessPal = """
        \u{FEFF}Date,Meal,Calories,Fat (g),Saturated Fat,Polyunsaturated Fat,Monounsaturated Fat,Trans Fat,Cholesterol,\
        Sodium (mg),Potassium,Carbohydrates (g),Fiber,Sugar,Protein (g),Vitamin A,Vitamin C,Calcium,Iron,Note\r
        2026-03-01,Breakfast,"1,234.5",10.5,1,0,0,0,0,1000,0,30,5,7.25,20,0,0,0,0,early\r
        2026-03-01,Pre-Workout,80,,,,,,,,,20,,,,,,,,\r
        2026-03-01,Totals,1314.5,10.5,1,0,0,0,0,1000,0,50,5,7.25,20,0,0,0,0,\r
        """
    static let cronometer = """
        Day,Time,Group,Food Name,Amount,Energy (kcal),Alcohol (g),Water (g),Sodium (mg),Carbs (g),Fiber (g),\
        Sugars (g),Added Sugars (g),Net Carbs (g),Fat (g),Saturated (g),Protein (g),Category
        2026-03-02,9:15 AM,Breakfast,"Oats, Rolled",58.00 g,219.82,0,6,2,39.2,5.9,0.6,0,33.3,3.8,0.7,7.6,Cereal
        2026-03-02,,Uncategorized,Soup,1.00 full recipe,150,,,,,,,,,,,,
        """
    static let loseIt = """
        Date,Name,Icon,Type,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g),Saturated Fat (g),\
        Sugars (g),Fiber (g),Cholesterol (mg),Sodium (mg)
        03/04/2026,Big Lunch,Plate,Lunch,2,Servings,"1,656",false,10,20,30,n/a,n/a,1,0,500
        03/04/2026,Apple,Apple,Snacks,1,Each,95,true,0,0,25,0,19,4,0,2
        03/04/2026,Running,Shoe,Exercise,30,Minutes,-300,false,n/a,n/a,n/a,n/a,n/a,n/a,n/a,n/a
        13/04/2026,Tea,Cup,Dinner,1,Cup,2,false,0,0,0,0,0,0,0,0
        """

    @Test func `meals of MyFitnessPal become entries, and totals do not`() async throws {
        try await DiaryFixture.use { diary in
            let preview = try await diary.preview(Self.myFitnessPal, .myFitnessPal)
            #expect((preview.rows, preview.entries, preview.passedOver, preview.refusedCount) == (3, 2, 1, 0))
            #expect((preview.kcal, preview.from, preview.to) == (1_314.5, march(1), march(1)))
            #expect(preview.otherMeals == [DiaryImport.OtherMeal(name: "Pre-Workout", entries: 1)])
            #expect(preview.sample.map(\.meal) == [.breakfast, .snack])
            // A preview changes nothing.
            #expect(try await diary.entries(march(1)).isEmpty)
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(added: 2))
            let entries = try await diary.entries(march(1))
            #expect(entries.map(\.name) == ["MyFitnessPal: Breakfast – early", "MyFitnessPal: Pre-Workout"])
            let nutrients = Nutrients(
                kcal: 1_234.5,
                proteinG: 20,
                fatG: 10.5,
                carbohydrateG: 30,
                fiberG: 5,
                sugarG: 7.25,
                saltG: 2.5
            )
            #expect(entries.map(\.nutrients) == [nutrients, Nutrients(kcal: 80, carbohydrateG: 20)])
        }
    }

    @Test func `servings of Cronometer become entries with amounts in their names`() async throws {
        try await DiaryFixture.use { diary in
            try await diary.importFile(Self.cronometer, .cronometer)
            let entries = try await diary.entries(march(2))
            #expect(entries.map(\.name) == ["Oats, Rolled, 58 g", "Soup, 1 full recipe"])
            #expect(entries.map(\.meal) == [.breakfast, .snack])
            let oats = Nutrients(
                kcal: 219.82,
                proteinG: 7.6,
                fatG: 3.8,
                carbohydrateG: 39.2,
                fiberG: 5.9,
                sugarG: 0.6,
                saltG: 0.01
            )
            #expect(entries.map(\.nutrients) == [oats, Nutrients(kcal: 150)])
            let summary = "Date,Energy (kcal),Carbs (g),Completed\n2026-03-02,2000,200,true\n"
            let error = await #expect(throws: ServiceError.self) { try await diary.preview(summary, .cronometer) }
            #expect(error?.message.contains("servings.csv") == true)
        }
    }

    @Test func `foods of Lose It! become entries, and deleted foods and exercise do not`() async throws {
        try await DiaryFixture.use { diary in
            let preview = try await diary.preview(Self.loseIt, .loseIt, .monthFirst)
            #expect((preview.rows, preview.entries, preview.passedOver) == (4, 1, 2))
            #expect(preview.refused.map(\.line) == [5])
            #expect(Outcome(try await diary.apply(preview.id)) == Outcome(added: 1, refused: 1))
            let entry = try #require(try await diary.entries(march(4)).first)
            #expect((entry.name, entry.meal) == ("Big Lunch, 2 Servings", .lunch))
            let nutrients = Nutrients(kcal: 1_656, proteinG: 20, fatG: 10, carbohydrateG: 30, fiberG: 1, saltG: 1.25)
            #expect(entry.nutrients == nutrients)
        }
    }

    @Test func `an ambiguous date order is refused, not guessed`() async throws {
        try await DiaryFixture.use { diary in
            // The order is required even if a later row would be unambiguous.
            let error = await #expect(throws: ServiceError.self) { try await diary.preview(Self.loseIt, .loseIt) }
            #expect(error?.code == .invalid)
            #expect(error?.details.map(\.field) == ["dateOrder"])
            #expect(error?.details.map(\.code) == [.missing])
            #expect(error?.details.first?.params == ["date": "03/04/2026"])
            let dayFirst = try await diary.preview(Self.loseIt, .loseIt, .dayFirst)
            #expect((dayFirst.from, dayFirst.to) == (PlainDate("2026-04-03"), PlainDate("2026-04-13")))
            let yearFirst = try await diary.preview(Self.loseIt, .loseIt, .yearFirst)
            #expect((yearFirst.entries, yearFirst.refusedCount) == (0, 2))
            // The order has no effect on standard dates.
            let standard = try await diary.preview(Self.cronometer, .cronometer, .dayFirst)
            #expect(standard.from == march(2))
        }
    }

    @Test(arguments: [
        ("2026-02-30", "not exist"), ("30.2.2026", "not exist"), ("1.2.26", "four digits"),
        ("1 March", "three numbers"),
        ("1.2.1026", "outside the years"), ("", "three numbers"),
    ])
    func `an invalid date is refused with its row`(date: String, reason: String) async throws {
        try await DiaryFixture.use { diary in
            let text = "Date;Name;kcal\n\(date);Soup;100\n1.3.2026 12:00;Stew;1\n"
            let preview = try await diary.preview(text, .table, .dayFirst)
            #expect((preview.entries, preview.from, preview.refused.map(\.line)) == (1, march(1), [2]))
            #expect(preview.refused.first?.reason.contains(reason) == true, "\(preview.refused)")
        }
    }

    @Test func `a user's own table is read by its headers and its number format`() async throws {
        try await DiaryFixture.use { diary in
            let text = """
                Day;Meal;Food;Energy (kJ);Protein (g);Salt (mg);Amount;Unit;Weather\r
                2026-03-05;Вечеря;Борщ;1000,5;12,25;1500;300;g;rain\r
                2026-03-05;brunch;Eggs;1.000,5;1;1;2;pieces;sun\r
                """
            let preview = try await diary.preview(text, .table)
            #expect((preview.entries, preview.refused.map(\.line)) == (1, [3]))
            _ = try await diary.apply(preview.id)
            let entry = try #require(try await diary.entries(march(5)).first)
            #expect((entry.name, entry.meal) == ("Борщ, 300 g", .dinner))
            #expect(entry.nutrients == Nutrients(kcal: 239.13, proteinG: 12.25, saltG: 1.5))
        }
    }

    @Test func `an ambiguous comma is refused, and amounts per 100 g are ignored`() async throws {
        try await DiaryFixture.use { diary in
            let text =
                "Date,Name,kcal,kcal per 100 g,Fat\n2026-03-05,A,\"1,234\",9,1\n2026-03-05,B,\"1,5\",9,\"2,25\"\n"
            let preview = try await diary.preview(text, .table)
            #expect(preview.refused.map(\.line) == [2])
            _ = try await diary.apply(preview.id)
            #expect(try await diary.entries(march(5)).map(\.nutrients) == [Nutrients(kcal: 1.5, fatG: 2.25)])
        }
    }

    @Test func `a table without required columns is refused`() async throws {
        try await DiaryFixture.use { diary in
            let wrong: [(DiaryImportFormat, String)] = [
                (.table, "Date,Name\n2026-03-05,A\n"), (.table, "Name,kcal\nA,1\n"), (.loseIt, "Date,Calories\n"),
                (.myFitnessPal, "Date,Calories\n2026-03-05,1\n"), (.cronometer, "Day,Energy (kcal)\n"),
            ]
            for (format, text) in wrong {
                let error = await #expect(throws: ServiceError.self) { try await diary.preview(text, format) }
                #expect(error?.details.map(\.field) == ["file"], "\(text)")
            }
        }
    }
}
