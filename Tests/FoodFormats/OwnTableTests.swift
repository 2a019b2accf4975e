import Contracts
import FoodFormats
import TestSupport
import Testing

@Suite struct OwnTableTests {
    private func read(_ text: String, _ options: ReaderOptions = ReaderOptions()) throws -> ReadResult {
        let folder = try TemporaryDirectory()
        return ReadResult(.csv, [try folder.write("mine.csv", text)], options)
    }

    @Test func `obvious headers are guessed`() throws {
        let result = try read(
            """
            Food,Brand,Calories,Protein (g),Total Fat [g],Carbs_g,Dietary Fibre (g),of which sugars,Saturates,Sodium (g),Vitamin C (mg)
            Oats,Mill,370,13.5,7,59,10,1,1.2,0.005,0
            """
        )
        let food = try #require(result.foods.first)
        #expect(food.name == "Oats")
        #expect(food.brand == "Mill")
        #expect(food.type == .branded)
        #expect([food.kcal, food.proteinG, food.fatG, food.carbohydrateG] == [370, 13.5, 7, 59])
        #expect([food.fiberG, food.sugarG, food.saturatedFatG, food.sodiumMg] == [10, 1, 1.2, 5])
        #expect(food.nutrients == [.vitaminCMg: 0])
        #expect(result.notes == [])
    }

    @Test func `kilojoules, milligrams and salt are converted, and kilocalories take precedence`() throws {
        let result = try read("name,Energy (kJ),Protein (mg),Salt\nA,418.4,500,1\n")
        let food = try #require(result.foods.first)
        #expect([food.kcal, food.proteinG, food.sodiumMg] == [100, 0.5, 400])
        #expect(result.notes == ["These columns name no unit and were read as follows: Salt as g."])
        let both = try self.read("name,Energy (kJ),Energy (kcal) per 100 g\nA,999,100\nB,418.4,\n")
        #expect(both.foods.map(\.kcal) == [100, 100])
    }

    @Test(arguments: [0.1, 1, 1.25, 100])
    func `the imported sodium converts back to the salt on the label`(grams: Double) throws {
        let food = try #require(try read("name,kcal,Salt (g)\nA,100,\(grams)\n").foods.first)
        let sodiumMg = try #require(food.sodiumMg)
        #expect(abs(sodiumMg / 1_000 * Salt.perSodium - grams) < 1e-6)
    }

    @Test(arguments: [";", "\t"])
    func `semicolons and tabs are detected, and commas are then decimal separators`(_ delimiter: String) throws {
        let text = "Name|Energie|Protein (g)\nHafer|1.234|13,5\nReis|349|6,125\nMais|1,2,3|1\n"
        let result = try read(
            text.replacing("|", with: delimiter),
            ReaderOptions(mapping: ["kcal": "Energie"], language: "de")
        )
        #expect(result.foods.map(\.proteinG) == [13.5, 6.125])
        #expect(result.foods.map(\.language) == ["de", "de"])
        #expect(result.refusals == ["4: Energie is no number"])
    }

    @Test func `an ambiguous comma is rejected`() throws {
        let result = try read("name,kcal,sodiumMg\nA,1,\"1,5\"\nB,1,\"1,500\"\n")
        #expect(result.foods.map(\.sodiumMg) == [1.5])
        #expect(result.refusals == ["3: sodiumMg has a comma that may separate decimals or thousands"])
    }

    @Test func `a mapping assigns columns that cannot be guessed`() throws {
        let result = try read(
            "Bezeichnung,Brennwert (kJ),Eiweiß (g),Nummer\nHafer,418.4,13,x7\n",
            ReaderOptions(
                mapping: ["name": "Bezeichnung", "kcal": "brennwert (kj)", "proteinG": "Eiweiß (g)", "id": "Nummer"],
                source: "mill"
            )
        )
        let food = try #require(result.foods.first)
        #expect([food.kcal, food.proteinG] == [100, 13])
        #expect(food.sourceID == "x7")
        #expect(result.rows[0].source == "mill")
    }

    @Test func `an invalid mapping is an error`() throws {
        let missing = try read("name,kcal\n", ReaderOptions(mapping: ["fatG": "Fett"])).failure
        #expect(missing?.description.contains("lacks the column Fett") == true)
        let unknown = try read("name,kcal\n", ReaderOptions(mapping: ["fett": "kcal"])).failure
        #expect(unknown?.description.contains("there is no column fett here") == true)
        let unit = try read("name,kcal,Fat (kcal)\n", ReaderOptions(mapping: ["fatG": "Fat (kcal)"])).failure
        #expect(unit?.description.contains("with a unit that cannot be converted to that of fatG") == true)
    }

    @Test func `a table without name or energy is rejected`() throws {
        let failure = try read("Ding,Fat\nA,1\n").failure
        #expect(failure?.description.contains("lacks the columns name, kcal (energy)") == true)
        #expect(failure?.description.contains("mapping") == true)
    }

    @Test func `rows without an id get a stable id from name and brand`() throws {
        let first = try read("name,brand,kcal\nA,x,1\nA,y,1\nB,x,1\n").foods.map(\.sourceID)
        let second = try read("kcal,brand,name\n2,x,B\n2,y,A\n2,x,A\n").foods.map(\.sourceID)
        #expect(Set(first).count == 3)
        #expect(first == second.reversed())
    }
}
