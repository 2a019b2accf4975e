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
    var passedOver: [String: Int] { reader.passedOver }
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
