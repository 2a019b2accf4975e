import Contracts

/// Reads the CSV of Open Food Facts, with tabs between fields and no quoting.
struct OpenFoodFactsTableReader: FoodReader {
    private struct Columns {
        var code = 0
        var name: Int?
        var names: [(column: Int, language: String)] = []
        var brands: Int?
        var categories: Int?
        var servingQuantity: Int?
        var servingSize: Int?
        var allergens: Int?
        var ingredients: Int?
        var image: Int?
        var nutriments: [(column: Int, name: String, entry: NutrimentTable.Entry)] = []
    }

    private static let suffix = "_100g"
    private static let nameInLanguage = "product_name_"

    private var table: Table
    private var columns = Columns()
    private let language: String

    /// Reads the header.
    ///
    /// - Throws: `SourceFailure` if columns are missing.
    init(_ stream: any ByteStream, _ options: ReaderOptions) throws(SourceFailure) {
        table = try Table(stream, isQuoting: false) { _ in UInt8(ascii: "\t") }
        language = options.language
        for (index, column) in table.columns.enumerated() { take(column, index) }
        var missing = table.columns.contains("code") ? [] : ["code"]
        if columns.name == nil, columns.names.isEmpty { missing.append("product_name") }
        if columns.nutriments.isEmpty { missing.append("energy-kcal_100g") }
        guard missing.isEmpty else { throw table.missingColumns(missing, "Columns must be separated by tabs.") }
    }

    var source: String { OpenFoodFactsReader.source }
    var progress: ReadProgress { table.progress }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        switch try table.next() {
        case .end: return nil
        case .refused(let line, let refusal): return row(line, .failure(refusal))
        case .record(let line):
            do throws(RowRefusal) {
                return row(line, .success(try food()))
            } catch {
                return row(line, .failure(error))
            }
        }
    }

    private func row(_ line: Int, _ outcome: Result<ImportedFood, RowRefusal>) -> SourceRow {
        SourceRow(source: source, file: table.name, line: line, outcome: outcome)
    }

    private func food() throws(RowRefusal) -> ImportedFood {
        guard let code = try table.text(columns.code, "code") else { throw RowRefusal("has no code") }
        var names: [String: String] = [:]
        for (column, language) in columns.names { names[language] = try table.text(column, "product_name") }
        if let name = try table.text(columns.name, "product_name") { names[language] = name }
        guard let first = names[language] != nil ? language : names.keys.min(),
            let name = names.removeValue(forKey: first)
        else { throw RowRefusal("has no name") }
        var food = ImportedFood(sourceID: code, name: name, language: first, names: names, type: .branded)
        food.brand = try table.text(columns.brands, "brands").map(OpenFoodFactsText.list).flatMap(
            OpenFoodFactsText.brand
        )
        food.category = try table.text(columns.categories, "categories").flatMap(OpenFoodFactsText.category)
        food.barcode = code
        food.ingredients = try table.text(columns.ingredients, "ingredients_text")
        food.allergens = OpenFoodFactsText.allergens(
            OpenFoodFactsText.list(try table.text(columns.allergens, "allergens") ?? "")
        )
        food.imageURL = try table.text(columns.image, "image_url").flatMap { $0.hasPrefix("https://") ? $0 : nil }
        OpenFoodFactsText.takeServing(
            try table.number(columns.servingQuantity, "serving_quantity"),
            try table.text(columns.servingSize, "serving_size"),
            &food
        )
        var collected = Nutriments()
        for (column, name, entry) in columns.nutriments {
            if let amount = try table.number(column, name) { collected.take(entry, amount, &food) }
        }
        collected.complete(&food)
        return food
    }

    private mutating func take(_ column: String, _ index: Int) {
        switch column {
        case "code": columns.code = index
        case "product_name": columns.name = index
        case "brands": columns.brands = index
        case "categories": columns.categories = index
        case "serving_quantity": columns.servingQuantity = index
        case "serving_size": columns.servingSize = index
        case "allergens": columns.allergens = index
        case "ingredients_text": columns.ingredients = index
        case "image_front_url": columns.image = index
        case "image_url": columns.image = columns.image ?? index
        default:
            if column.hasSuffix(Self.suffix),
                let entry = NutrimentTable.entries[String(column.dropLast(Self.suffix.count))]
            {
                columns.nutriments.append((index, column, entry))
            } else if column.hasPrefix(Self.nameInLanguage), column.utf8.count == Self.nameInLanguage.utf8.count + 2 {
                columns.names.append((index, String(column.dropFirst(Self.nameInLanguage.count))))
            }
        }
    }
}
