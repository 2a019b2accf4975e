import Contracts
import FoodFormats
import Foundation
import Testing

@Suite struct CatalogueTests {
    @Test func `a row of the starter catalogue becomes a food`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "some.csv",
            """
            id,name,source,category,kcal,proteinG,fatG,carbohydrateG,fiberG,sugarG,saturatedFatG,sodiumMg,portions
            7ed30c5d-6d66-53e7-9a2a-3a47ba966988,"APPLEBEE'S, 9 oz ""house"" steak",srLegacy,Restaurant Foods,189,26.85,9.08,0,,0,3.48,604,1 cup=240|1 tbsp=14.5
            x,no id,srLegacy,,1,1,1,1,,,,,
            """
        )
        var reader = try FoodReaders.open(.catalogue, files: [file])
        let row = try #require(try reader.next())
        #expect(row.source == "srLegacy")
        #expect(row.line == 2)
        let food = try row.outcome.get()
        #expect(food.name == #"APPLEBEE'S, 9 oz "house" steak"#)
        #expect(food.id?.description == "7ed30c5d-6d66-53e7-9a2a-3a47ba966988")
        #expect(food.kcal == 189)
        #expect(food.proteinG == 26.85)
        #expect(food.fiberG == nil)
        #expect(food.sugarG == 0)
        #expect(food.portions == [Portion(name: "1 cup", grams: 240), Portion(name: "1 tbsp", grams: 14.5)])
        let bad = try #require(try reader.next())
        #expect(bad.line == 3)
        #expect(bad.outcome == .failure(RowRefusal("id is no UUID")))
        let end = try reader.next()
        #expect(end == nil)
        #expect(reader.progress.fraction == 1)
    }
}
