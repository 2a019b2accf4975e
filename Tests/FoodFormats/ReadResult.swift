import Contracts
import FoodFormats

/// The result of reading a source.
struct ReadResult {
    var rows: [SourceRow] = []
    var failure: SourceFailure?
    var omitted: [String: Int] = [:]
    var notes: [String] = []
    var fraction = 0.0

    /// Reads a source to its end or failure.
    init(_ format: FoodFormat, _ files: [String], _ options: ReaderOptions = ReaderOptions()) {
        do throws(SourceFailure) {
            var reader = try FoodReaders.open(format, files: files, options: options)
            defer {
                (omitted, notes) = (reader.omitted, reader.notes)
                fraction = reader.progress.fraction
            }
            while let row = try reader.next() { rows.append(row) }
        } catch {
            failure = error
        }
    }

    var foods: [ImportedFood] { rows.compactMap { try? $0.outcome.get() } }

    /// The rejections, such as `3: kcal is no number`.
    var refusals: [String] {
        rows.compactMap { row in
            guard case .failure(let refusal) = row.outcome else { return nil }
            return "\(row.line): \(refusal.reason)"
        }
    }
}
