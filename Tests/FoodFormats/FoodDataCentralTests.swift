import Contracts
import FoodFormats
import Foundation
import SeededRandom
import TestSupport
import Testing

@Suite struct FoodDataCentralTests {
    private func folder(without names: Set<String> = []) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for (name, text) in FDCFixture.files where !names.contains(name) { _ = try folder.write(name, text) }
        return folder
    }

    private func read(without names: Set<String> = []) throws -> ReadResult {
        let folder = try folder(without: names)
        return ReadResult(.fdc, [folder.path])
    }

    private func food(_ result: ReadResult, _ id: String) throws -> ImportedFood {
        try #require(result.foods.first { $0.sourceID == id })
    }

    @Test func `a folder and a zip give the same foods`() throws {
        let folder = try folder()
        let zip = Packing.zip(
            FDCFixture.files.reversed().map { ("FoodData_Central_csv/\($0.name)", Array($0.text.utf8)) }
        )
        let packed = try TemporaryDirectory()
        let (fromFolder, fromZip) = (
            ReadResult(.fdc, [folder.path]), ReadResult(.fdc, [try packed.write("fdc.zip", zip)])
        )
        #expect(fromFolder.failure == nil)
        #expect(fromFolder.foods.count == 5)
        #expect(fromFolder.foods == fromZip.foods)
        #expect(fromFolder.refusals == fromZip.refusals)
        #expect(fromFolder.fraction == 1)
    }

    @Test func `a generic food has the starter's id, converted energy and portions`() throws {
        let banana = try food(read(), "10")
        #expect(banana.name == "Bananas, raw")
        #expect(banana.type == .generic)
        #expect(banana.category == "Fruits and Fruit Juices")
        #expect(banana.id == NamedIdentifier.starter.food(source: "srLegacy", name: "Bananas, raw"))
        #expect(banana.kcal == 89)
        #expect([banana.proteinG, banana.fatG, banana.carbohydrateG, banana.sodiumMg] == [1.09, 0.33, 0, nil])
        #expect(banana.nutrients == [.calciumMg: 5])
        #expect(
            banana.portions == [
                Portion(name: "0.5 cup, mashed", grams: 112.5), Portion(name: "1 medium (7\" long)", grams: 118),
            ]
        )
    }

    @Test func `ids equal those of the starter catalog`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Services/FoodCatalog/Data/starter-catalog.csv").path
        var reader = try FoodReaders.open(.catalog, files: [path])
        var count = 0
        while let row = try reader.next() {
            let food = try row.outcome.get()
            #expect(food.id == NamedIdentifier.starter.food(source: row.source, name: food.name))
            count += 1
        }
        #expect(count > 12_000)
    }

    @Test func `the oldest of several foods with one name has the starter's id in any order`() throws {
        let ids = (10..<50).map { "\($0)" }
        for order in [ids, ids.reversed()] {
            let rows = order.map { "\($0),sr_legacy_food,\"Bananas,  raw\",9" }
            let folder = try folder(without: ["food.csv"])
            let text = (["fdc_id,data_type,description,food_category_id"] + rows).joined(separator: "\n")
            _ = try folder.write("food.csv", text)
            let named = ReadResult(.fdc, [folder.path]).foods.filter { $0.id != nil }
            #expect(named.map(\.sourceID) == ["10"])
            #expect(named.first?.id == NamedIdentifier.starter.food(source: "srLegacy", name: "Bananas, raw"))
        }
    }

    @Test func `energy is chosen by priority, and the type of a survey food by its category`() throws {
        let result = try self.read()
        let bread = try food(result, "11")
        #expect(bread.kcal == 330)
        #expect(bread.category == "Biscuits, muffins, quick breads")
        #expect(bread.type == .dish)
        #expect(bread.portions == [Portion(name: "1 slice", grams: 60)])
        #expect(result.rows.first { $0.line == 3 }?.source == "fndds")
        #expect(try food(result, "14").type == .generic)
    }

    @Test func `a branded food has brand, barcode, serving and converted units`() throws {
        let result = try self.read()
        let drink = try food(result, "12")
        #expect(drink.type == .branded)
        #expect(drink.id == nil)
        #expect(drink.name == "OAT DRINK")
        #expect(drink.brand == "MILL")
        #expect(drink.barcode == "00012345678905")
        #expect(drink.ingredients == "WATER, OATS")
        #expect(drink.category == "Plant Based Milk")
        #expect(drink.servingG == 240)
        #expect(drink.portions == [Portion(name: "1 cup", grams: 240)])
        #expect(drink.nutrients == [.vitaminDUg: 1, .cholesterolMg: 2])
        #expect([drink.sodiumMg, drink.carbohydrateG] == [42, nil])
        #expect(result.notes == ["Servings in millilitres: 1; a millilitre was counted as a gram."])
    }

    @Test func `samples are counted, and invalid rows are reported with file and line`() throws {
        let result = try self.read()
        #expect(result.omitted == ["sub_sample_food": 2])
        let refused = result.rows.filter { (try? $0.outcome.get()) == nil }.map { "\($0.file):\($0.line)" }
        #expect(Set(refused) == ["food.csv:7", "food.csv:10", "food_nutrient.csv:14"])
        #expect(result.refusals.contains("7: fdc_id is that of line 4"))
    }

    @Test(arguments: ["food.csv", "food_nutrient.csv"])
    func `a missing file is named`(_ name: String) throws {
        let failure = try #require(read(without: [name]).failure)
        #expect(failure.description.contains("lacks \(name)"))
    }

    @Test func `the small tables are optional`() throws {
        let names = FDCFixture.files.map(\.name).filter { $0 != "food.csv" && $0 != "food_nutrient.csv" }
        let result = try self.read(without: Set(names))
        #expect(result.foods.count == 5)
        #expect(try food(result, "10").kcal == 89)
    }

    @Test func `no temporary file is left, and an unwritable folder is an error`() throws {
        let (source, temporary) = (try folder(), try TemporaryDirectory())
        var reader = try FoodReaders.open(
            .fdc,
            files: [source.path],
            options: ReaderOptions(temporaryDirectory: temporary.path)
        )
        let row = try reader.next()
        #expect(row != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        let failure = ReadResult(.fdc, [source.path], ReaderOptions(temporaryDirectory: "/nowhere")).failure
        #expect(failure?.description.contains("The temporary folder /nowhere cannot be written: No such file") == true)
    }

    @Test func `a truncated table is an error that names the file`() throws {
        let folder = try folder(without: ["food_nutrient.csv"])
        let text = FDCFixture.files[1].text
        _ = try folder.write("food_nutrient.csv", Array(Packing.gzip(Array(text.utf8)).dropLast(4)))
        let result = ReadResult(.fdc, [folder.path])
        #expect(result.failure?.description.contains("food_nutrient.csv is cut off") == true)
        #expect(result.foods.isEmpty)
    }

    @Test func `tables of many megabytes in any order are joined by food`() throws {
        let folder = try TemporaryDirectory()
        let count = 30_000
        var generator = SeededGenerator(seed: 7)
        let filling = String(repeating: "FLOUR, ", count: 60)
        func table(_ header: String, _ row: (Int) -> String) -> String {
            header + "\n" + (1...count).shuffled(using: &generator).map(row).joined(separator: "\n") + "\n"
        }
        _ = try folder.write(
            "food.csv",
            table("fdc_id,data_type,description") { "\($0),branded_food,Food \($0)" }
        )
        _ = try folder.write(
            "branded_food.csv",
            table("fdc_id,brand_owner,ingredients") { "\($0),Owner \($0),\"\(filling)\"" }
        )
        _ = try folder.write(
            "food_nutrient.csv",
            table("fdc_id,nutrient_id,amount") { "\($0),1008,\(Double($0) / 100)\n\($0),1003,\($0 % 50)" }
        )
        let result = ReadResult(.fdc, [folder.path])
        #expect(result.foods.count == count)
        #expect(result.refusals == [])
        let isEachWhole = result.foods.allSatisfy { food in
            guard let id = Int(food.sourceID) else { return false }
            return food.name == "Food \(id)" && food.brand == "Owner \(id)" && food.kcal == Double(id) / 100
                && food.proteinG == Double(id % 50)
        }
        #expect(isEachWhole)
        // There are several partitions, so the foods are not in the order of a table.
        #expect(result.rows.map(\.line) != (2...count + 1).map(\.self))
    }

    @Test func `progress is reported while tables are read`() throws {
        let folder = try folder()
        let fractions = Recorder<Double>()
        let options = ReaderOptions(whileWorking: { progress in fractions.record(progress.fraction) })
        let result = ReadResult(.fdc, [folder.path], options)
        let seen = fractions.values
        #expect(result.failure == nil)
        #expect(seen.count >= 5)
        #expect(seen == seen.sorted())
        #expect((0.49...0.5).contains(seen.last ?? 0))
    }
}
