/// The small tables of FoodData Central: units, measures and categories.
struct FDCSmallTables {
    /// Maximum number of rows; none of the tables has a tenth of it.
    private static let rowsMax = 20_000
    /// The id for "no unit".
    private static let noUnit: Int = 9_999

    private(set) var nutrients: [Int: FDCNutrients.Source] = [:]
    private var measures: [Int: String] = [:]
    private var categories: [String: String] = [:]
    private var surveyCategories: [String: String] = [:]

    init(_ files: FDCFiles) throws(SourceFailure) {
        var units: [Int: String] = [:]
        try Self.read(files.nutrient, "id", "unit_name") { units[Int($0) ?? 0] = $1 }
        nutrients = FDCNutrients.sources(units: units)
        var (measures, categories, surveyCategories) = ([Int: String](), [String: String](), [String: String]())
        try Self.read(files.measureUnit, "id", "name") { measures[Int($0) ?? 0] = $1 }
        try Self.read(files.foodCategory, "id", "description") { categories[$0] = $1 }
        try Self.read(files.surveyCategory, "wweia_food_category", "wweia_food_category_description") {
            surveyCategories[$0] = $1
        }
        (self.measures, self.categories, self.surveyCategories) = (measures, categories, surveyCategories)
    }

    /// Returns the name of a unit of measure.
    func measure(_ id: Int) -> String? {
        guard id != Self.noUnit, let name = measures[id], name != "undetermined" else { return nil }
        return name
    }

    /// Returns the name of a category.
    func category(_ id: String, of type: FDCDataType) -> String? {
        switch type {
        case .fndds: surveyCategories[id] ?? categories[id]
        // Branded foods have the name itself instead of an id.
        case .branded: categories[id] ?? (Int(id) == nil ? id : nil)
        case .foundation, .srLegacy: categories[id]
        }
    }

    private static func read(
        _ file: InputFile?,
        _ key: String,
        _ value: String,
        _ take: (String, String) -> Void
    ) throws(SourceFailure) {
        guard let file else { return }
        var table = try Table(try file.stream())
        let columns = try table.indices(of: [key, value])
        var rows = 0
        while true {
            switch try table.next() {
            case .end: return
            case .refused: break
            case .record:
                if let key = FieldText.text(table, columns[0]), let value = FieldText.text(table, columns[1]),
                    !value.isEmpty
                {
                    take(key, value)
                }
            }
            rows += 1
            guard rows <= rowsMax else {
                throw SourceFailure(
                    file.name,
                    "has more than \(rowsMax) rows",
                    advice: "Check that it is from FoodData Central."
                )
            }
        }
    }
}

/// Names portions of FoodData Central.
enum FDCPortion {
    private static let undetermined: Set<String> = ["undetermined", "Quantity not specified"]

    /// Returns the name of a portion.
    ///
    /// - Parameters:
    ///   - amount: The number of measures.
    ///   - measure: The measure, such as "cup", if given.
    ///   - description: The whole portion, such as "1 cup"; takes precedence.
    ///   - modifier: A modifier, such as "chopped", or the measure itself if `measure` is nil.
    /// - Returns: The name; nil if the portion is not described.
    static func name(amount: Double?, measure: String?, description: String?, modifier: String?) -> String? {
        if let description {
            if !undetermined.contains(description) { return description }
            if measure == nil { return nil }
        }
        // In the Survey Foods the modifier is a key of a table that is not published.
        let words = modifier.flatMap { Int($0) == nil && !undetermined.contains($0) ? $0 : nil }
        let what = [measure, words].compactMap(\.self).joined(separator: ", ")
        return what.isEmpty ? nil : "\(number(amount ?? 1)) \(what)"
    }

    /// Formats an amount, without decimals if it is whole.
    private static func number(_ amount: Double) -> String {
        if let whole = Int(exactly: amount) { return "\(whole)" }
        return "\((amount * 1_000).rounded() / 1_000)"
    }
}
