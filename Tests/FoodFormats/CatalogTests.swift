import Contracts
import FoodFormats
import TestSupport
import Testing

@Suite struct CatalogTests {
    private static let header =
        "id,name,source,category,kcal,proteinG,fatG,carbohydrateG,fiberG,sugarG,saturatedFatG,sodiumMg,portions"

    @Test func `a row of the starter catalog becomes a food`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(
            "some.csv",
            """
            \(Self.header)
            7ed30c5d-6d66-53e7-9a2a-3a47ba966988,"Beef, 9 oz ""house"" steak",srLegacy,Restaurant Foods,189,26.85,\
            9.08,0,,0,3.48,604,1 cup=240|1 tbsp=14.5
            x,no id,srLegacy,,1,1,1,1,,,,,
            """
        )
        let result = ReadResult(.catalog, [file])
        let food = try #require(result.foods.first)
        #expect(result.rows[0].source == "srLegacy")
        #expect(result.rows[0].line == 2)
        #expect(result.rows[0].file == "some.csv")
        #expect(food.name == #"Beef, 9 oz "house" steak"#)
        #expect(food.id?.description == "7ed30c5d-6d66-53e7-9a2a-3a47ba966988")
        #expect(food.sourceID == "7ed30c5d-6d66-53e7-9a2a-3a47ba966988")
        #expect(food.type == .dish)
        #expect(food.kcal == 189)
        #expect(food.proteinG == 26.85)
        #expect(food.fiberG == nil)
        #expect(food.sugarG == 0)
        #expect(food.portions == [Portion(name: "1 cup", grams: 240), Portion(name: "1 tbsp", grams: 14.5)])
        #expect(result.refusals == ["3: id is no UUID"])
        #expect(result.fraction == 1)
    }

    @Test func `further columns are read by their headers in any order`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(
            "more.csv",
            """
            sourceID,kcal,name,name:uk,name:th,type,allergens,brand,barcode,servingG,ingredients,imageURL,vitaminCMg,language
            a1,61,Milk,Молоко,นม,branded,milk|nuts,Farm,4006381333931,250,Milk.,https://x.org/a.png,1.5,en
            a2,1,Water,,,generic,none,,,,,,,
            a3,1,Tea,,,own,,,,,,,,
            a4,1,Bread,,,dish,glutenn,,,,,,,
            """
        )
        let result = ReadResult(.catalog, [file], ReaderOptions(source: "farm"))
        let milk = try #require(result.foods.first)
        #expect(milk.names == ["uk": "Молоко", "th": "นม"])
        #expect(milk.allergens == [.milk, .nuts])
        #expect(milk.type == .branded)
        #expect(milk.brand == "Farm")
        #expect(milk.barcode == "4006381333931")
        #expect(milk.servingG == 250)
        #expect(milk.nutrients == [.vitaminCMg: 1.5])
        #expect(milk.imageURL == "https://x.org/a.png")
        #expect(result.foods[1].allergens == [])
        #expect(result.foods[1].brand == nil)
        #expect(result.rows[0].source == "farm")
        #expect(
            result.refusals == [
                "4: type is none of generic, dish and branded",
                "5: allergens has “glutenn”, which is none of the 14 or “none”",
            ]
        )
    }

    @Test func `missing columns are named along with existing ones`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("short.csv", "id,title\n1,Milk\n")
        let failure = try #require(ReadResult(.catalog, [file]).failure)
        #expect(failure.description.contains("short.csv lacks the columns name, kcal."))
        #expect(failure.description.contains("id, title"))
    }

    @Test func `an unknown column is reported`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("odd.csv", "sourceID,name,kcal,protienG\n1,Milk,61,3\n")
        let result = ReadResult(.catalog, [file])
        #expect(result.foods.count == 1)
        #expect(result.notes == ["These columns are unknown and were not read: protienG."])
    }

    @Test(arguments: [
        ("1.5", 1.5), ("-3", -3), ("1e2", 100), ("+.5", 0.5), ("0.1", 0.1),
        ("12345678901234567890.5", 12345678901234567890.5),
        ("123456789.123456789", 123456789.123456789), ("9007199254740993", 9_007_199_254_740_992),
    ])
    func `numbers are read to the nearest double`(_ text: String, _ number: Double) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("number.csv", "sourceID,name,kcal\n1,Milk,\(text)\n")
        #expect(ReadResult(.catalog, [file]).foods.first?.kcal == number)
    }

    @Test(arguments: ["nan", "inf", "0x10", "1,5", "1.2.3", "-", ".", "1e", "1e999", "1 2", "e5", "١"])
    func `an invalid number is rejected`(_ text: String) throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("number.csv", "sourceID,name,kcal\n1,Milk,\"\(text)\"\n")
        #expect(ReadResult(.catalog, [file]).refusals == ["2: kcal is no number"])
    }
}
