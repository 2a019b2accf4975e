/// Opens sources of foods.
package enum FoodReaders {
    /// Opens a source.
    ///
    /// - Parameters:
    ///   - format: The format of the files.
    ///   - files: Paths that together form one source, in this order; files may be compressed or in a zip.
    ///   - options: Options for reading.
    /// - Returns: A reader.
    /// - Throws: `SourceFailure` if a file cannot be opened or its header is invalid.
    package static func open(
        _ format: FoodFormat,
        files: [String],
        options: ReaderOptions = ReaderOptions()
    ) throws(SourceFailure) -> any FoodReader {
        CountingReader(try reader(of: format, files, options))
    }

    private static func reader(
        of format: FoodFormat,
        _ files: [String],
        _ options: ReaderOptions
    ) throws(SourceFailure) -> any FoodReader {
        let inputs = try InputFile.all(of: files, folders: format == .fdc)
        switch format {
        case .fdc: return try FDCReader(inputs, options)
        case .catalog:
            return try FilesReader(inputs) { (stream) throws(SourceFailure) in
                try CatalogReader(stream, options)
            }
        case .off:
            return try FilesReader(inputs) { (stream) throws(SourceFailure) in
                try OpenFoodFactsReader(stream, options)
            }
        case .offCSV:
            return try FilesReader(inputs) { (stream) throws(SourceFailure) in
                try OpenFoodFactsTableReader(stream, options)
            }
        case .csv:
            return try FilesReader(inputs) { (stream) throws(SourceFailure) in
                try CatalogReader(own: stream, options)
            }
        }
    }
}

/// Adds the number of rows read before to failures, and repeats a failure on further reads.
struct CountingReader: FoodReader {
    private var reader: any FoodReader
    private var rows = 0
    private var failure: SourceFailure?

    init(_ reader: any FoodReader) {
        self.reader = reader
    }

    var source: String { reader.source }
    var progress: ReadProgress { reader.progress }
    var omitted: [String: Int] { reader.omitted }
    var notes: [String] { reader.notes }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        if let failure { throw failure }
        do throws(SourceFailure) {
            let row = try reader.next()
            if row != nil { rows += 1 }
            return row
        } catch {
            var counted = error
            counted.rowsBefore = rows
            failure = counted
            throw counted
        }
    }
}
