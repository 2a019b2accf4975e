import Contracts

/// Reads the JSONL of Open Food Facts, one product per line.
struct OpenFoodFactsReader: FoodReader {
    static let source = "openFoodFacts"

    private static let openingBrace = UInt8(ascii: "{")

    private var lines: LineReader
    private let defaultLanguage: String
    private var millilitres = 0

    /// Checks the beginning of the file.
    ///
    /// - Parameters:
    ///   - stream: The file.
    ///   - options: The language of names without one.
    /// - Throws: `SourceFailure` if the file is not JSONL.
    init(_ stream: any ByteStream, _ options: ReaderOptions) throws(SourceFailure) {
        lines = LineReader(stream)
        defaultLanguage = options.language
        guard try lines.firstBytes().first(where: { !$0.isSpace }) ?? Self.openingBrace == Self.openingBrace else {
            throw SourceFailure(
                stream.name,
                "does not begin with a JSON object",
                advice: "Every line must hold one, in UTF-8; Open Food Facts' CSV is read by the format off-csv."
            )
        }
    }

    var source: String { Self.source }
    var progress: ReadProgress {
        let stream = lines.window.stream
        return ReadProgress(bytesRead: stream.bytesReadOnDisk, bytesInAll: stream.bytesOnDisk)
    }
    var notes: [String] { millilitres > 0 ? [Self.millilitresNote] : [] }

    static let millilitresNote = "Some servings are in millilitres; a millilitre was counted as a gram."

    mutating func next() throws(SourceFailure) -> SourceRow? {
        while true {
            switch try lines.next() {
            case .end: return nil
            case .refused(let number, let refusal): return row(number, .failure(refusal))
            case .line(let number):
                let language = defaultLanguage
                guard let (outcome, isMillilitres) = lines.withLine({ Self.read($0, language) }) else {
                    continue
                }
                if isMillilitres { millilitres += 1 }
                return row(number, outcome)
            }
        }
    }

    private func row(_ line: Int, _ outcome: Result<ImportedFood, RowRefusal>) -> SourceRow {
        SourceRow(source: Self.source, file: lines.window.stream.name, line: line, outcome: outcome)
    }

    /// Returns nil for an empty line.
    private static func read(
        _ line: UnsafeBufferPointer<UInt8>,
        _ language: String
    ) -> (Result<ImportedFood, RowRefusal>, isMillilitres: Bool)? {
        guard !FieldText.trim(line).isEmpty else { return nil }
        var product = OpenFoodFactsProduct()
        guard product.read(line) else {
            return (.failure(RowRefusal("is no JSON object, or cut off")), false)
        }
        do throws(RowRefusal) {
            return (.success(try product.food(language: language)), product.isServingInMillilitres)
        } catch {
            return (.failure(error), false)
        }
    }
}
