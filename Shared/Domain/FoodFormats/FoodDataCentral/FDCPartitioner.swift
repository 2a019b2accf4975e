import Contracts

/// Reads the large tables of FoodData Central and writes the needed values into partitions by food.
///
/// The tables have no reliable order and do not fit into memory. All rows of one food are written to one partition, and
/// a partition fits into memory (Grace hash join). Foods are written first, so they come first in each partition.
struct FDCPartitioner {
    /// The kind of a partition's record.
    enum Kind: UInt64 {
        case food
        case branded
        case survey
        case portion
        case nutrient
    }

    enum Step {
        case worked
        case refused(SourceRow)
        case finished
    }

    private struct Stage {
        let kind: Kind
        let file: InputFile
        var table: Table
        /// Positions in the order of the kind's columns; nil for missing optional columns.
        let columns: [Int?]
    }

    private static let rowsPerStep = 10_000
    private static let keysMax = 100

    let partitions: PartitionFiles
    private(set) var omitted: [String: Int] = [:]
    private(set) var bytesRead = 0
    /// For some thousand unbranded foods: the lowest id of each name in a source, by the id derived from that name.
    private(set) var lowestIDs: [FoodID: UInt32] = [:]
    private let small: FDCSmallTables
    private var waiting: [(kind: Kind, file: InputFile)]
    private var stage: Stage?
    private var bytesBefore = 0
    private var record = RecordWriter()

    init(_ files: FDCFiles, _ small: FDCSmallTables, directory: String) throws(SourceFailure) {
        self.small = small
        let all: [(kind: Kind, file: InputFile?)] = [
            (.food, files.food), (.branded, files.brandedFood), (.survey, files.surveyFood),
            (.portion, files.foodPortion), (.nutrient, files.foodNutrient),
        ]
        waiting = all.compactMap { entry in entry.file.map { (entry.kind, $0) } }.reversed()
        // Checks all headers before gigabytes are read.
        for (kind, file) in waiting { _ = try Self.open(kind, file) }
        partitions = try PartitionFiles(files.partitions, in: directory)
    }

    /// Processes some rows.
    mutating func step() throws(SourceFailure) -> Step {
        if stage == nil {
            guard let (kind, file) = waiting.popLast() else {
                try partitions.finish()
                return .finished
            }
            stage = try Self.open(kind, file)
        }
        guard var stage else { return .finished }
        self.stage = nil
        for _ in 0..<Self.rowsPerStep {
            var wanted: UInt32?
            switch try stage.table.next() {
            case .end:
                bytesBefore += stage.file.bytesOnDisk
                bytesRead = bytesBefore
                return .worked
            case .refused(let line, let refusal):
                let row = Self.row(stage, line, refusal)
                self.stage = stage
                return .refused(row)
            case .record(let line):
                do throws(RowRefusal) {
                    wanted = try write(stage, line)
                } catch {
                    let row = Self.row(stage, line, error)
                    self.stage = stage
                    return .refused(row)
                }
                if let wanted { try partitions.append(record, key: wanted) }
            }
        }
        bytesRead = bytesBefore + stage.table.stream.bytesReadOnDisk
        self.stage = stage
        return .worked
    }

    private static func row(_ stage: Stage, _ line: Int, _ refusal: RowRefusal) -> SourceRow {
        SourceRow(source: FDCReader.source, file: stage.file.name, line: line, outcome: .failure(refusal))
    }

    private static func open(_ kind: Kind, _ file: InputFile) throws(SourceFailure) -> Stage {
        let table = try Table(try file.stream())
        let (needed, wanted) = columns(of: kind)
        _ = try table.indices(of: ["fdc_id"] + needed)
        let columns = (["fdc_id"] + needed + wanted).map { table.columns.firstIndex(of: $0) }
        return Stage(kind: kind, file: file, table: table, columns: columns)
    }

    /// Returns the required and the optional columns besides the food's id.
    private static func columns(of kind: Kind) -> (needed: [String], wanted: [String]) {
        switch kind {
        case .food: (["data_type", "description"], ["food_category_id"])
        case .branded:
            (
                [],
                [
                    "brand_name", "brand_owner", "gtin_upc", "ingredients", "serving_size", "serving_size_unit",
                    "household_serving_fulltext", "branded_food_category",
                ]
            )
        case .survey: ([], ["wweia_category_code", "wweia_category_number"])
        case .portion: (["gram_weight"], ["seq_num", "amount", "measure_unit_id", "portion_description", "modifier"])
        case .nutrient: (["nutrient_id", "amount"], [])
        }
    }

    /// Encodes a row as a record.
    ///
    /// - Parameters:
    ///   - stage: The table.
    ///   - line: The line of the row.
    /// - Returns: The id of its food; nil if the row is not needed.
    /// - Throws: `RowRefusal` if the row is invalid.
    private mutating func write(_ stage: Stage, _ line: Int) throws(RowRefusal) -> UInt32? {
        let (table, columns) = (stage.table, stage.columns)
        let id = try Self.id(table, columns[0], "fdc_id")
        record.removeAll()
        record.write(stage.kind.rawValue)
        record.write(UInt64(id))
        switch stage.kind {
        case .food:
            guard try writeFood(table, columns, line, id) else { return nil }
        case .branded:
            for column in [1, 2, 3, 4] { record.write(try table.text(columns[column], "a text")) }
            record.write(try table.number(columns[5], "serving_size") ?? 0)
            for column in [6, 7, 8] { record.write(try table.text(columns[column], "a text")) }
        case .survey: record.write(try table.text(columns[1] ?? columns[2], "the category"))
        case .portion:
            guard try writePortion(table, columns) else { return nil }
        case .nutrient:
            guard let nutrient = small.nutrients[Int(try Self.id(table, columns[1], "nutrient_id"))],
                let amount = try table.number(columns[2], "amount")
            else { return nil }
            record.write(UInt64(nutrient.slot))
            record.write(UInt64(nutrient.rank))
            record.write(nutrient.amount(amount))
        }
        return id
    }

    private mutating func writeFood(
        _ table: Table,
        _ columns: [Int?],
        _ line: Int,
        _ id: UInt32
    ) throws(RowRefusal) -> Bool {
        guard let type = try table.text(columns[1], "data_type") else { throw RowRefusal("data_type is empty") }
        guard let known = FDCDataType(type) else {
            let key = omitted.count < Self.keysMax || omitted[type] != nil ? type : "others"
            omitted[key, default: 0] += 1
            return false
        }
        record.write(UInt64(line))
        record.write(UInt64(known.rawValue))
        let name = try table.text(columns[2], "description")
        if known != .branded, let name,
            let key = NamedIdentifier.starter.food(source: known.source, name: FDCJoin.tidy(name))
        {
            lowestIDs[key] = min(lowestIDs[key] ?? id, id)
        }
        record.write(name)
        record.write(try table.text(columns[3], "food_category_id"))
        return true
    }

    private mutating func writePortion(_ table: Table, _ columns: [Int?]) throws(RowRefusal) -> Bool {
        guard let grams = try table.number(columns[1], "gram_weight"), grams > 0 else { return false }
        let measure = try table.number(columns[4], "measure_unit_id").flatMap { Int(exactly: $0) }
        let name = FDCPortion.name(
            amount: try table.number(columns[3], "amount"),
            measure: measure.flatMap(small.measure),
            description: try table.text(columns[5], "portion_description"),
            modifier: try table.text(columns[6], "modifier")
        )
        guard let name else { return false }
        let order = try table.number(columns[2], "seq_num") ?? 0
        record.write(order)
        record.write(name)
        record.write(grams)
        return true
    }

    private static func id(_ table: Table, _ column: Int?, _ name: String) throws(RowRefusal) -> UInt32 {
        guard let number = try table.number(column, name), let id = UInt32(exactly: number) else {
            throw RowRefusal("\(name) is no whole number")
        }
        return id
    }
}
