import Contracts

/// The positions of the catalog's columns in a file.
struct CatalogColumns {
    typealias Amount = (
        column: Int, name: String, path: any WritableKeyPath<ImportedFood, Double?> & Sendable, scale: Double
    )
    typealias Text = (column: Int, name: String, path: any WritableKeyPath<ImportedFood, String?> & Sendable)

    private static let texts: [(column: String, path: any WritableKeyPath<ImportedFood, String?> & Sendable)] = [
        ("brand", \.brand), ("category", \.category), ("barcode", \.barcode), ("ingredients", \.ingredients),
        ("imageURL", \.imageURL),
    ]
    private static let nameInLanguage = "name:"

    private(set) var name: Int?
    private(set) var id: Int?
    private(set) var sourceID: Int?
    private(set) var source: Int?
    private(set) var language: Int?
    private(set) var type: Int?
    private(set) var portions: Int?
    private(set) var allergens: Int?
    private(set) var amounts: [Amount] = []
    private(set) var texts: [Text] = []
    private(set) var nutrients: [(column: Int, nutrient: FurtherNutrient, scale: Double)] = []
    private(set) var names: [(column: Int, language: String)] = []
    private(set) var unknown: [String] = []
    /// Units that were assumed: `Sodium as mg`.
    var assumed: [String] = []

    /// Finds the columns by the header.
    ///
    /// - Throws: `SourceFailure` if required columns are missing.
    init(_ table: Table) throws(SourceFailure) {
        for (index, column) in table.columns.enumerated() { add(column, index) }
        var missing = ["name", "kcal"].filter { !table.columns.contains($0) }
        if id == nil, sourceID == nil { missing.insert("id", at: 0) }
        guard missing.isEmpty else {
            throw table.missingColumns(missing, "Columns of other names are read by the format csv.")
        }
    }

    /// Creates an empty set of columns.
    init() {}

    /// Notes for the user about unknown columns and assumed units.
    var notes: [String] {
        var notes: [String] = []
        if !unknown.isEmpty {
            notes.append("These columns are unknown and were not read: \(unknown.joined(separator: ", ")).")
        }
        if !assumed.isEmpty {
            notes.append("These columns name no unit and were read as follows: \(assumed.joined(separator: ", ")).")
        }
        return notes
    }

    /// All column names, except for those of nutrients and of names in a language.
    static let known: [String] =
        ["id", "sourceID", "name", "source", "language", "type", "portions", "allergens"]
        + CatalogReader.amounts.map(\.column) + texts.map(\.column)

    /// Adds a column.
    ///
    /// - Parameters:
    ///   - column: Its name in the catalog.
    ///   - index: Its position.
    ///   - header: Its name in the file.
    ///   - scale: The factor that converts its numbers to the catalog's unit.
    mutating func add(_ column: String, _ index: Int, header: String? = nil, scale: Double = 1) {
        switch column {
        case "name": name = index
        case "id": id = index
        case "sourceID": sourceID = index
        case "source": source = index
        case "language": language = index
        case "type": type = index
        case "portions": portions = index
        case "allergens": allergens = index
        default: addListed(column, index, header ?? column, scale)
        }
    }

    /// Records a column as unknown.
    mutating func addUnknown(_ header: String) { unknown.append(header) }

    private mutating func addListed(_ column: String, _ index: Int, _ header: String, _ scale: Double) {
        if let amount = CatalogReader.amounts.first(where: { $0.column == column }) {
            amounts.append((index, header, amount.path, scale))
        } else if let text = Self.texts.first(where: { $0.column == column }) {
            texts.append((index, header, text.path))
        } else if let nutrient = FurtherNutrient(rawValue: column) {
            nutrients.append((index, nutrient, scale))
        } else if column.hasPrefix(Self.nameInLanguage), column.utf8.count == Self.nameInLanguage.utf8.count + 2 {
            names.append((index, String(column.dropFirst(Self.nameInLanguage.count))))
        } else {
            addUnknown(header)
        }
    }
}
