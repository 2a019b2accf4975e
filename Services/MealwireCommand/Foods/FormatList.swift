package import FoodFormats

/// The formats that can be imported, for people.
package enum FormatList {
    /// A format by what somebody typed.
    ///
    /// - Parameter name: Its name, perhaps with a slip.
    /// - Returns: The format.
    /// - Throws: `SetFailure` with the names that there are.
    package static func format(named name: String) throws(SetFailure) -> FoodFormat {
        if let format = FoodFormat(rawValue: name) { return format }
        let names = FoodFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw SetFailure("There is no format \(name), only \(names); `mealwire foods formats` explains them.")
    }

    /// All of them, with their columns.
    package static var text: String {
        FoodFormat.allCases.map { "\($0.rawValue)\n\(indented(explanation($0)))\n" }.joined(separator: "\n")
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    }

    private static func explanation(_ format: FoodFormat) -> String {
        switch format {
        case .fdc:
            """
            USDA FoodData Central: the folder or the zip of CSV files from https://fdc.nal.usda.gov/download-datasets.
            It reads food, food_nutrient, nutrient, food_portion, measure_unit and branded_food, columns by their headers.
            """
        case .off:
            """
            Open Food Facts: openfoodfacts-products.jsonl, or .jsonl.gz as it comes, one product a line, from
            https://world.openfoodfacts.org/data. Names in every language that a product has.
            """
        case .offCSV:
            """
            Open Food Facts: en.openfoodfacts.org.products.csv, or .csv.gz as it comes, separated by tabs.
            """
        case .catalogue:
            """
            The CSV of Mealwire's starter catalogue: id, name, source, category, kcal, proteinG, fatG, carbohydrateG,
            fiberG, sugarG, saturatedFatG, sodiumMg, portions.
            """
        case .csv:
            """
            Your own, in UTF-8, with a line of headers; amounts are for 100 g. Needed are sourceID (or the rows' numbers
            would be no ids that last), name and kcal; known besides are brand, category, proteinG, fatG, carbohydrateG,
            fiberG, sugarG, saturatedFatG, sodiumMg, barcode. Other headers are told by --map, such as
            --map 'proteinG=Eiweiß (g)'; whose foods they are by --source, the language of names by --language.
            """
        }
    }
}
