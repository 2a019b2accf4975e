/// Formats of food sources, as the command line calls them.
package enum FoodFormat: String, CaseIterable, Sendable {
    /// USDA FoodData Central: a folder or a zip of CSV.
    case fdc
    /// Open Food Facts: one JSON object a line.
    case off
    /// Open Food Facts: values separated by tabs.
    case offCSV = "off-csv"
    /// The CSV of Mealwire's starter catalogue.
    case catalogue
    /// One's own CSV, whose columns are told or guessed.
    case csv
}
