package import CommandSupport
import Contracts
package import FoodFormats

/// Describes the import formats for users.
package enum FormatList {
    /// Returns the format with the given name.
    ///
    /// - Parameter name: The name as the user typed it.
    /// - Returns: The format.
    /// - Throws: `CommandFailure` that lists the known names.
    package static func format(named name: String) throws(CommandFailure) -> FoodFormat {
        if let format = FoodFormat(rawValue: name) { return format }
        let names = FoodFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure("There is no format \(name), only \(names); see `mealwire foods formats`.")
    }

    /// The description of all formats with their columns.
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
            USDA FoodData Central: a directory or a zip of CSV files from https://fdc.nal.usda.gov/download-datasets.
            Reads food and food_nutrient, and, if present, nutrient, food_portion, measure_unit, food_category,
            branded_food, survey_fndds_food and wweia_food_category. Columns are found by their headers.
            """
        case .off:
            """
            Open Food Facts: openfoodfacts-products.jsonl with one product per line, or .jsonl.gz, as downloaded from
            https://world.openfoodfacts.org/data. Reads the names of a product in all its languages.
            """
        case .offCSV:
            """
            Open Food Facts: en.openfoodfacts.org.products.csv, or .csv.gz as downloaded, with tabs between fields.
            Requires code, product_name and nutrients such as energy-kcal_100g.
            """
        case .catalog:
            """
            The columns of Mealwire's starter catalog, separated by commas; amounts are per 100 g. Requires name, kcal,
            and id (a UUID) or sourceID.
            \(columns)
            """
        case .csv:
            """
            Your own file with a line of headers; amounts are per 100 g. Requires a name and an energy. The meaning of
            columns is guessed, or set with --map, such as --map 'proteinG=Eiweiß (g)'. Columns to map to:
            \(columns)
            A column sourceID with an id of each food identifies a food even if its name changes. --source sets the
            source of the foods, --language the language of their names.
            """
        }
    }

    private static let columns = """
        id, sourceID, name, name:uk (or another language), source, language, type, brand, category, barcode,
        kcal, proteinG, fatG, carbohydrateG, fiberG, sugarG, saturatedFatG, sodiumMg, servingG, portions (such
        as cup=240|slice=30), allergens (separated by bars; or none), ingredients, imageURL,
        \(furtherNutrients)
        """

    /// The names of further nutrients, a few on each line.
    private static let furtherNutrients: String = {
        let names = FurtherNutrient.allCases.map(\.rawValue)
        return stride(from: 0, to: names.count, by: namesOnLine).map { start in
            names[start..<min(start + namesOnLine, names.count)].joined(separator: ", ")
        }.joined(separator: ",\n")
    }()
    private static let namesOnLine = 7
}
