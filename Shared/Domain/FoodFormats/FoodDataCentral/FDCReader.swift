import Contracts

/// Reads the CSV of USDA FoodData Central from a folder or a zip.
struct FDCReader: FoodReader {
    static let source = "usdaBranded"

    private let files: FDCFiles
    private let small: FDCSmallTables
    private let whileWorking: (@Sendable (ReadProgress) -> Void)?
    private var partitioner: FDCPartitioner
    private var isPartitioned = false
    private var partition = 0
    private var join: FDCJoin?
    private var millilitres = 0

    /// Opens the source and checks the headers.
    ///
    /// - Throws: `SourceFailure` if files or columns are missing.
    init(_ inputs: [InputFile], _ options: ReaderOptions) throws(SourceFailure) {
        files = try FDCFiles(inputs)
        small = try FDCSmallTables(files)
        partitioner = try FDCPartitioner(files, small, directory: options.temporaryDirectory)
        whileWorking = options.whileWorking
    }

    var source: String { Self.source }
    var omitted: [String: Int] { partitioner.omitted }
    var notes: [String] {
        millilitres > 0
            ? ["Servings in millilitres: \(millilitres); a millilitre was counted as a gram."] : []
    }

    /// Reading the source is the first half of the progress, joining foods the second.
    var progress: ReadProgress {
        let bytes = files.large.reduce(0) { $0 + $1.bytesOnDisk }
        let joined = Double(bytes) * Double(partition) / Double(partitioner.partitions.count)
        let read = isPartitioned ? bytes : min(bytes, partitioner.bytesRead)
        return ReadProgress(bytesRead: (read + Int(joined)) / 2, bytesInAll: bytes)
    }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        while !isPartitioned {
            switch try partitioner.step() {
            case .worked: whileWorking?(progress)
            case .refused(let row): return row
            case .finished: isPartitioned = true
            }
        }
        while true {
            if let (line, source, found) = join?.nextFood() {
                var outcome = found
                if case .success(let food) = outcome { outcome = .success(withUniqueID(food)) }
                return SourceRow(source: source, file: files.food.name, line: line, outcome: outcome)
            }
            if let join {
                millilitres += join.millilitres
                partition += 1
            }
            join = nil
            guard partition < partitioner.partitions.count else { return nil }
            join = try FDCJoin(try partitioner.partitions.stream(partition), small)
        }
    }

    /// Removes the id derived from the name, unless this food has the lowest source id of that name.
    ///
    /// Only one food of each name may have that id. The food that the source has had the longest is the same one in
    /// every release, whatever the order of its rows.
    private func withUniqueID(_ food: ImportedFood) -> ImportedFood {
        guard let id = food.id, let lowest = partitioner.lowestIDs[id], food.sourceID != "\(lowest)" else {
            return food
        }
        var food = food
        food.id = nil
        return food
    }
}
