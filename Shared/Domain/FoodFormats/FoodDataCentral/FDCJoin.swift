import Contracts

/// Joins the rows of the foods of one partition.
struct FDCJoin {
    /// Maximum number of portions of a food; further ones add little.
    private static let portionsMax = 20
    /// Slightly negative grams of carbohydrate, which count as 0.
    private static let belowNone = -1.0..<0

    private struct Draft {
        let id: UInt32
        let line: Int
        let type: FDCDataType
        let name: String?
        var category: String?
        var brand: String?
        var barcode: String?
        var ingredients: String?
        var servingSize = 0.0
        var servingUnit: String?
        var servingText: String?
        var portions: [(order: Double, portion: Portion)] = []
        var amounts = [Double](repeating: .nan, count: FDCNutrients.slots.count)
        var ranks = [UInt8](repeating: .max, count: FDCNutrients.slots.count)
        /// The line of an earlier row with the same id.
        var first: Int?
    }

    private let small: FDCSmallTables
    private var drafts: [Draft] = []
    private var next = 0
    private var indices: [UInt32: Int] = [:]
    /// The number of servings in millilitres.
    private(set) var millilitres = 0

    /// Reads a partition.
    init(_ stream: any ByteStream, _ small: FDCSmallTables) throws(SourceFailure) {
        self.small = small
        var reader = RecordReader(stream)
        while try reader.next() {
            let (kind, id) = (
                FDCPartitioner.Kind(rawValue: reader.number()), UInt32(truncatingIfNeeded: reader.number())
            )
            switch kind {
            case .food: takeFood(id, &reader)
            case .branded: takeBranded(id, &reader)
            case .survey:
                if let index = indices[id], let code = reader.text() {
                    drafts[index].category = small.category(code, of: .fndds) ?? drafts[index].category
                }
            case .portion: takePortion(id, &reader)
            case .nutrient: takeNutrient(id, &reader)
            case nil: break
            }
        }
        indices = [:]
    }

    /// Returns the next food or rejection, with its line in `food.csv`.
    mutating func nextFood() -> (line: Int, source: String, outcome: Result<ImportedFood, RowRefusal>)? {
        guard next < drafts.count else { return nil }
        let draft = drafts[next]
        next += 1
        if let first = draft.first {
            return (draft.line, draft.type.source, .failure(RowRefusal("fdc_id is that of line \(first)")))
        }
        guard let name = draft.name else {
            return (draft.line, draft.type.source, .failure(RowRefusal("description is empty")))
        }
        return (draft.line, draft.type.source, .success(food(draft, name)))
    }

    private func food(_ draft: Draft, _ name: String) -> ImportedFood {
        let isBranded = draft.type == .branded
        let type =
            isBranded
            ? .branded : GenericOrDish.type(source: draft.type.source, category: draft.category, name: name)
        var food = ImportedFood(sourceID: "\(draft.id)", name: name, type: type)
        if !isBranded { food.id = NamedIdentifier.starter.food(source: draft.type.source, name: name) }
        food.brand = draft.brand
        food.category = draft.category
        food.barcode = draft.barcode
        food.ingredients = draft.ingredients
        for (slot, amount) in zip(FDCNutrients.slots, draft.amounts) where !amount.isNaN {
            switch slot.target {
            case .amount(let path): food[keyPath: path] = amount
            case .further(let nutrient): food.nutrients[nutrient] = amount
            }
        }
        // Carbohydrate by difference comes out slightly negative for lean meat.
        if !isBranded, let carbohydrate = food.carbohydrateG, Self.belowNone.contains(carbohydrate) {
            food.carbohydrateG = 0
        }
        if draft.servingSize > 0, isGrams(draft.servingUnit) || isMillilitres(draft.servingUnit) {
            food.servingG = draft.servingSize
            food.portions = [Portion(name: draft.servingText ?? "1 serving", grams: draft.servingSize)]
        }
        for (_, portion) in draft.portions.sorted(by: { $0.order < $1.order }) where !food.portions.contains(portion) {
            food.portions.append(portion)
        }
        return food
    }

    private func isGrams(_ unit: String?) -> Bool { ["g", "grm", "gm"].contains(unit?.lowercased()) }

    private func isMillilitres(_ unit: String?) -> Bool { ["ml", "mlt"].contains(unit?.lowercased()) }

    private mutating func takeFood(_ id: UInt32, _ reader: inout RecordReader) {
        let line = Int(reader.number())
        let type = FDCDataType(rawValue: UInt8(truncatingIfNeeded: reader.number())) ?? .branded
        var draft = Draft(id: id, line: line, type: type, name: reader.text().map(Self.tidy))
        draft.category = reader.text().flatMap { small.category($0, of: type) }
        if let index = indices[id] {
            draft.first = drafts[index].line
        } else {
            indices[id] = drafts.count
        }
        drafts.append(draft)
    }

    /// Returns the text with single spaces between words, as in the starter catalog.
    static func tidy(_ text: String) -> String {
        var wasSpace = true
        let isTidy = text.utf8.allSatisfy { byte in
            defer { wasSpace = byte == UInt8(ascii: " ") }
            // Bytes beyond ASCII may belong to other white space.
            return byte > 0x20 && byte < 0x80 || byte == UInt8(ascii: " ") && !wasSpace
        }
        if isTidy, !wasSpace { return text }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func takeBranded(_ id: UInt32, _ reader: inout RecordReader) {
        guard let index = indices[id] else { return }
        let (brandName, owner) = (reader.text(), reader.text())
        drafts[index].brand = brandName ?? owner
        drafts[index].barcode = reader.text()
        drafts[index].ingredients = reader.text()
        drafts[index].servingSize = reader.amount()
        drafts[index].servingUnit = reader.text()
        drafts[index].servingText = reader.text()
        drafts[index].category = reader.text() ?? drafts[index].category
        if isMillilitres(drafts[index].servingUnit) { millilitres += 1 }
    }

    private mutating func takePortion(_ id: UInt32, _ reader: inout RecordReader) {
        guard let index = indices[id], drafts[index].portions.count < Self.portionsMax else { return }
        let order = reader.amount()
        let portion = Portion(name: reader.text() ?? "", grams: reader.amount())
        drafts[index].portions.append((order, portion))
    }

    private mutating func takeNutrient(_ id: UInt32, _ reader: inout RecordReader) {
        guard let index = indices[id] else { return }
        let (slot, rank) = (Int(reader.number()), UInt8(truncatingIfNeeded: reader.number()))
        guard drafts[index].amounts.indices.contains(slot), rank < drafts[index].ranks[slot] else { return }
        drafts[index].ranks[slot] = rank
        drafts[index].amounts[slot] = reader.amount()
    }
}
