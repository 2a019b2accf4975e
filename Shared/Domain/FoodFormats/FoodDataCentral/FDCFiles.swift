/// The files of FoodData Central in a folder or a zip.
struct FDCFiles {
    let food: InputFile
    let foodNutrient: InputFile
    let foodPortion: InputFile?
    let brandedFood: InputFile?
    let surveyFood: InputFile?
    let nutrient: InputFile?
    let measureUnit: InputFile?
    let foodCategory: InputFile?
    let surveyCategory: InputFile?

    /// Finds the files by their names.
    ///
    /// - Parameter inputs: All files; files with other names are ignored.
    /// - Throws: `SourceFailure` if a required file is missing, or a file exists twice.
    init(_ inputs: [InputFile]) throws(SourceFailure) {
        var byName: [String: InputFile] = [:]
        for input in inputs {
            // The name of a member follows the zip's name and a colon.
            let name = String(input.name.split(whereSeparator: { $0 == "/" || $0 == ":" }).last ?? "")
            guard !input.name.contains("__MACOSX") else { continue }
            if Self.names.contains(name), byName.updateValue(input, forKey: name) != nil {
                throw SourceFailure(
                    input.name,
                    "exists twice",
                    advice: "Name only one folder or zip of FoodData Central."
                )
            }
        }
        guard let food = byName["food.csv"], let foodNutrient = byName["food_nutrient.csv"] else {
            let missing = ["food.csv", "food_nutrient.csv"].filter { byName[$0] == nil }
            let found = inputs.prefix(Self.namesShownMax).map(\.name).joined(separator: ", ")
            throw SourceFailure(
                "The source",
                "lacks \(missing.joined(separator: " and "))",
                advice: "Name the unpacked folder or the zip of CSV from fdc.nal.usda.gov. Found: \(found)."
            )
        }
        (self.food, self.foodNutrient) = (food, foodNutrient)
        foodPortion = byName["food_portion.csv"]
        brandedFood = byName["branded_food.csv"]
        surveyFood = byName["survey_fndds_food.csv"]
        nutrient = byName["nutrient.csv"]
        measureUnit = byName["measure_unit.csv"]
        foodCategory = byName["food_category.csv"]
        surveyCategory = byName["wweia_food_category.csv"]
    }

    private static let names: Set<String> = [
        "food.csv", "food_nutrient.csv", "food_portion.csv", "branded_food.csv", "survey_fndds_food.csv",
        "nutrient.csv",
        "measure_unit.csv", "food_category.csv", "wweia_food_category.csv",
    ]
    private static let namesShownMax = 20

    /// The large tables.
    var large: [InputFile] { [food, brandedFood, surveyFood, foodPortion, foodNutrient].compactMap(\.self) }

    /// The number of partitions, such that one partition fits easily into memory.
    var partitions: Int {
        let bytes = [food, brandedFood].compactMap(\.self).reduce(0) { $0 + $1.bytesUnpacked }
        return min(max(1, bytes / Self.partitionBytes), PartitionFiles.countMax)
    }
    private static let partitionBytes = 4 * 1_024 * 1_024
}
