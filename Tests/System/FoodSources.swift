import Foundation
import TestSupport
import Testing

/// Small files of foods in every import format, in a temporary directory.
final class FoodSources {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func path(_ name: String) -> String { directory.file(name) }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func write(_ name: String, _ text: String) throws -> String {
        let url = URL(filePath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Writes a file with the catalog's own columns.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - numbers: One food for each number.
    ///   - kcal: The energy of a food, per 100 g.
    /// - Returns: The path.
    /// - Throws: An error of the file system.
    func catalog(_ name: String, _ numbers: Range<Int>, kcal: (Int) -> Int = { _ in 100 }) throws -> String {
        var lines = ["sourceID,name,source,category,kcal,proteinG,fatG,carbohydrateG"]
        lines += numbers.map { "\($0),Quernfood \($0),bakery,Breads,\(kcal($0)),5,4,11" }
        return try write(name, lines.joined(separator: "\n") + "\n")
    }

    /// Writes a file with columns of a user's own.
    func own(_ name: String) throws -> String {
        try write(
            name,
            """
            Bezeichnung;Brennwert (kcal);Eiweiß (g);Fett (g);Kohlenhydrate (g)
            Quernbrot;250;8,5;1,5;49
            Quernkuchen;380;6;18;48,5

            """
        )
    }

    /// Writes Open Food Facts' JSONL.
    func openFoodFacts(_ name: String, _ numbers: Range<Int>) throws -> String {
        let lines = numbers.map { number in
            """
            {"code":"\(4_000_000_000_000 + number)","lang":"en","product_name":"Quernbar \(number)",\
            "product_name_en":"Quernbar \(number)","product_name_uk":"Кверн \(number)","brands":"Quern",\
            "nutriments":{"energy-kcal_100g":400,"proteins_100g":10,"fat_100g":16,"carbohydrates_100g":54}}
            """
        }
        return try write(name, lines.joined(separator: "\n") + "\n")
    }

    /// Writes Open Food Facts' CSV.
    func openFoodFactsTable(_ name: String) throws -> String {
        let lines = [
            "code\tproduct_name\tbrands\tenergy-kcal_100g\tproteins_100g\tfat_100g\tcarbohydrates_100g",
            "4000000009001\tQuernjam\tQuern\t250\t0.5\t0.1\t61", "4000000009002\tQuernspread\tQuern\t540\t6\t31\t57",
        ]
        return try write(name, lines.joined(separator: "\n") + "\n")
    }

    /// Writes a folder of FoodData Central.
    func foodDataCentral(_ folder: String) throws -> String {
        let files = [
            "food.csv": """
            "fdc_id","data_type","description","food_category_id","publication_date"
            "9001","sr_legacy_food","Quernberries, raw","9","2019-04-01"
            "9002","sub_sample_food","Quernberries, sample","9","2019-04-01"
            "9003","sr_legacy_food","Quernberries, dried","9","2019-04-01"

            """,
            "nutrient.csv": """
            "id","name","unit_name","nutrient_nbr","rank"
            "1008","Energy","KCAL","208","300.0"
            "1003","Protein","G","203","600.0"
            "1004","Total lipid (fat)","G","204","800.0"
            "1005","Carbohydrate, by difference","G","205","1110.0"

            """,
            "food_nutrient.csv": """
            "id","fdc_id","nutrient_id","amount"
            "1","9001","1008","52"
            "2","9001","1003","1"
            "3","9001","1004","0.4"
            "4","9001","1005","11.5"
            "5","9003","1008","300"
            "6","9003","1003","3"
            "7","9003","1004","1.4"
            "8","9003","1005","74"

            """,
        ]
        for (name, text) in files { _ = try write("\(folder)/\(name)", text) }
        return path(folder)
    }

    /// Compresses a file with gzip, which every Debian and Ubuntu has.
    func gzip(_ path: String) throws -> String {
        try #require(try CommandLineTool.run(tool: ["gzip", "--keep", "--force", path]).status == 0)
        return path + ".gz"
    }

    /// Writes the first two thirds of a file to another file.
    func cutOff(_ path: String, _ name: String) throws -> String {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let cut = URL(filePath: self.path(name))
        try bytes.prefix(bytes.count * 2 / 3).write(to: cut)
        return cut.path
    }
}
