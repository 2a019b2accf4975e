import Contracts

/// Reads Open Food Facts' JSONL: one product a line.
struct OpenFoodFactsReader: FoodReader {
    static let source = "openFoodFacts"

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var lines: LineReader
    private let usualLanguage: String
    private var millilitres = 0

    init(_ stream: any ByteStream, _ options: ReaderOptions) throws(SourceFailure) {
        lines = LineReader(stream)
        usualLanguage = options.language
    }

    var source: String { Self.source }
    var progress: ReadProgress {
        let stream = lines.window.stream
        return ReadProgress(bytesRead: stream.bytesReadOnDisk, bytesInAll: stream.bytesOnDisk)
    }
    var notes: [String] { millilitres > 0 ? [Self.millilitresNote] : [] }

    static let millilitresNote = "Some servings are told in millilitres; a millilitre was taken as a gram."

    mutating func next() throws(SourceFailure) -> SourceRow? {
        while true {
            switch try lines.next() {
            case .end: return nil
            case .refused(let number, let refusal): return row(number, .failure(refusal))
            case .line(let number):
                let language = usualLanguage
                guard let (outcome, isMillilitres) = lines.withLine({ Self.read($0, number, language) }) else {
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

    /// Nil where there is nothing on the line.
    private static func read(
        _ line: UnsafeBufferPointer<UInt8>,
        _ number: Int,
        _ language: String
    ) -> (Result<ImportedFood, RowRefusal>, isMillilitres: Bool)? {
        var line = line
        if number == 1, line.starts(with: byteOrderMark) {
            line = UnsafeBufferPointer(rebasing: line.dropFirst(byteOrderMark.count))
        }
        guard !FieldText.trim(line).isEmpty else { return nil }
        var product = OpenFoodFactsProduct()
        guard product.read(line) else {
            let reason =
                line.contains(0) ? "is no JSON: it holds a byte 0, maybe of UTF-16" : "is no JSON object, or cut off"
            return (.failure(RowRefusal(reason)), false)
        }
        do throws(RowRefusal) {
            return (.success(try product.food(language: language)), product.isServingInMillilitres)
        } catch {
            return (.failure(error), false)
        }
    }
}
