import Contracts

/// Reads the CSV of the starter catalog, and other tables with its columns.
struct CatalogReader: FoodReader {
    /// Columns of amounts per 100 g, and the properties that they set.
    static let amounts: [(column: String, path: any WritableKeyPath<ImportedFood, Double?> & Sendable)] = [
        ("kcal", \.kcal), ("proteinG", \.proteinG), ("fatG", \.fatG), ("carbohydrateG", \.carbohydrateG),
        ("fiberG", \.fiberG), ("sugarG", \.sugarG), ("saturatedFatG", \.saturatedFatG), ("sodiumMg", \.sodiumMg),
        ("servingG", \.servingG),
    ]

    private var table: Table
    private let columns: CatalogColumns
    private let defaultSource: String
    private let defaultLanguage: String
    /// Whether this is a user's own table, where ids are optional.
    private let isOwn: Bool
    /// Whether decimals follow a comma, as in tables with another delimiter.
    private let hasDecimalComma: Bool

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - options: Default source and language of rows.
    /// - Throws: `SourceFailure` if columns are missing.
    init(_ stream: any ByteStream, _ options: ReaderOptions) throws(SourceFailure) {
        table = try Table(stream)
        columns = try CatalogColumns(table)
        defaultSource = options.source ?? "catalogue"
        defaultLanguage = options.language
        isOwn = false
        hasDecimalComma = false
    }

    /// Reads the header of a user's own table.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - options: The mapping of columns that cannot be guessed.
    /// - Throws: `SourceFailure` if columns are missing.
    init(own stream: any ByteStream, _ options: ReaderOptions) throws(SourceFailure) {
        var delimiter = UInt8(ascii: ",")
        table = try Table(stream) { firstLine in
            delimiter = OwnDelimiter.find(options.delimiter, in: firstLine)
            return delimiter
        }
        columns = try OwnColumns.find(table, options.mapping)
        defaultSource = options.source ?? "csv"
        defaultLanguage = options.language
        isOwn = true
        hasDecimalComma = delimiter != UInt8(ascii: ",")
    }

    var source: String { defaultSource }
    var progress: ReadProgress { table.progress }
    var notes: [String] { columns.notes }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        switch try table.next() {
        case .end: return nil
        case .refused(let line, let refusal):
            return SourceRow(source: defaultSource, file: table.name, line: line, outcome: .failure(refusal))
        case .record(let line):
            var source = defaultSource
            do throws(RowRefusal) {
                source = try rowSource()
                let food = try food(source)
                return SourceRow(source: source, file: table.name, line: line, outcome: .success(food))
            } catch {
                return SourceRow(source: source, file: table.name, line: line, outcome: .failure(error))
            }
        }
    }

    private func rowSource() throws(RowRefusal) -> String {
        guard let column = columns.source, let text = try table.text(column, "source") else { return defaultSource }
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            text.utf8.allSatisfy({ isLetterOrDigit($0) })
        else { throw RowRefusal("source must consist of letters and digits and start with a lower-case letter") }
        return text
    }

    private func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") <= 9 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    private func food(_ source: String) throws(RowRefusal) -> ImportedFood {
        let id = try id()
        guard let name = try table.text(columns.name, "name") else { throw RowRefusal("name is empty") }
        var food = ImportedFood(
            sourceID: try table.text(columns.sourceID, "sourceID") ?? id?.description ?? "",
            id: id,
            name: name,
            language: try table.text(columns.language, "language") ?? defaultLanguage,
            type: .generic
        )
        try takeAmounts(&food)
        for (column, name, path) in columns.texts { food[keyPath: path] = try table.text(column, name) }
        for (column, language) in columns.names {
            if let name = try table.text(column, "name:\(language)") { food.names[language] = name }
        }
        if let column = columns.portions, let text = try table.text(column, "portions") {
            food.portions = try CatalogField.portions(text)
        }
        if let column = columns.allergens, let text = try table.text(column, "allergens") {
            food.allergens = try CatalogField.allergens(text)
        }
        food.type = try type(of: food, source)
        if food.sourceID.isEmpty {
            guard isOwn else { throw RowRefusal(columns.sourceID == nil ? "id is empty" : "sourceID is empty") }
            food.sourceID = NamedIdentifier.starter.text("\(food.name)\n\(food.brand ?? "")")
        }
        return food
    }

    /// Sets the amounts; of two columns for one amount, such as kilocalories and kilojoules, the first nonempty one
    /// counts.
    private func takeAmounts(_ food: inout ImportedFood) throws(RowRefusal) {
        for (column, name, path, scale) in columns.amounts {
            guard let amount = try number(column, name) else { continue }
            if food[keyPath: path] == nil { food[keyPath: path] = scale == 1 ? amount : Amount.rounded(amount * scale) }
        }
        for (column, nutrient, scale) in columns.nutrients {
            guard let amount = try number(column, nutrient.rawValue) else { continue }
            food.nutrients[nutrient] = scale == 1 ? amount : Amount.rounded(amount * scale)
        }
    }

    private func number(_ column: Int, _ name: String) throws(RowRefusal) -> Double? {
        guard isOwn else { return try table.number(column, name) }
        return try OwnNumber.read(table, column, name, hasDecimalComma: hasDecimalComma)
    }

    private func id() throws(RowRefusal) -> FoodID? {
        guard let text = try table.text(columns.id, "id") else { return nil }
        guard let id = FoodID(text) else { throw RowRefusal("id is no UUID") }
        return id
    }

    private func type(of food: ImportedFood, _ source: String) throws(RowRefusal) -> FoodType {
        guard let text = try table.text(columns.type, "type") else {
            if food.brand != nil { return .branded }
            return GenericOrDish.type(source: source, category: food.category, name: food.name)
        }
        guard let type = FoodType(rawValue: text), [.generic, .dish, .branded].contains(type) else {
            throw RowRefusal("type is none of generic, dish and branded")
        }
        return type
    }
}

/// Parses fields with several values.
enum CatalogField {
    /// Parses portions, written `name=grams` and separated by bars.
    static func portions(_ text: String) throws(RowRefusal) -> [Portion] {
        var portions: [Portion] = []
        for item in text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            guard let equals = item.lastIndex(of: UInt8(ascii: "=")), equals > item.startIndex,
                let name = String(item[..<equals]),
                let grams = number(item[item.index(after: equals)...]), grams > 0
            else { throw RowRefusal("portions must be written name=grams, separated by bars") }
            portions.append(Portion(name: name, grams: grams))
        }
        return portions
    }

    /// Parses allergens, separated by bars; `none` means that the food has none.
    static func allergens(_ text: String) throws(RowRefusal) -> [Allergen] {
        if text == "none" { return [] }
        var allergens: [Allergen] = []
        for item in text.split(separator: "|", omittingEmptySubsequences: false) {
            guard let allergen = Allergen(rawValue: String(item)) else {
                throw RowRefusal("allergens has “\(item.prefix(30))”, which is none of the 14 or “none”")
            }
            if !allergens.contains(allergen) { allergens.append(allergen) }
        }
        return allergens
    }

    private static func number(_ text: Substring.UTF8View) -> Double? {
        text.withContiguousStorageIfAvailable { DecimalNumber.parse($0) } ?? nil
    }
}
