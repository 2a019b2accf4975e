/// Opens sources of foods.
package enum FoodReaders {
    /// Opens a source.
    ///
    /// - Parameters:
    ///   - format: What the files are.
    ///   - files: Paths; all of them are one source, in this order. Compressed by gzip or members of a zip is fine.
    ///   - options: How to read them.
    /// - Returns: What reads them.
    /// - Throws: `SourceFailure` if a file cannot be opened or its header does not fit.
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
        case .catalogue:
            return try FilesReader(inputs) { (stream) throws(SourceFailure) in
                try CatalogueReader(stream, options)
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
                try CatalogueReader(own: stream, options)
            }
        }
    }
}
