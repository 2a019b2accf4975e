/// Formats of food sources, by their names on the command line.
package enum FoodFormat: String, CaseIterable, Sendable {
    /// USDA FoodData Central: a folder or a zip of CSV.
    case fdc
    /// Open Food Facts: JSONL, one JSON object per line.
    case off
    /// Open Food Facts: tab-separated values.
    case offCSV = "off-csv"
    /// The CSV of Mealwire's starter catalog.
    case catalogue
    /// A user's own CSV, with mapped or guessed columns.
    case csv
}
