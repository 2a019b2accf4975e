import FoodFormats

/// Reads rows and collects them into pages, on a thread of its own, because the disk and the gate block it.
///
/// If several rows have one id, the last one counts, as if rows were stored one by one.
/// Pages may be stored in any order, so a row waits until earlier rows with its id are answered.
/// The catalog stores the rows of one page in their order.
struct RowReading: Sendable {
    /// The number of rows between two updates of the progress.
    private static let noteEvery = 256

    let open: ImportSession.Open
    let gate: PageGate
    let ledger: ImportLedger
    let report: ImportReport
    let unanswered: UnansweredRows
    /// Passes on a page, for which a slot has been acquired.
    let handOver: @Sendable (FoodPage) -> Void

    /// Reads until the rows end or the import is stopped.
    ///
    /// - Throws: The reason why the files cannot be read further. Earlier rows have been passed on.
    func run() throws(SourceFailure) {
        var reader = try open(ledger.note(progress:))
        var gatherer = PageGatherer()
        var rows = 0
        var repetitions = RowRepetitions()
        defer {
            note(reader, rows, repetitions)
            for page in gatherer.finish() { send(page) }
        }
        while !ledger.isOver, let row = try reader.next() {
            take(row, &gatherer, &repetitions)
            rows += 1
            if rows == Self.noteEvery {
                note(reader, rows, repetitions)
                rows = 0
            }
        }
    }

    private func take(_ row: SourceRow, _ gatherer: inout PageGatherer, _ repetitions: inout RowRepetitions) {
        let position = RowPosition(file: row.file, line: row.line)
        switch row.outcome {
        case .failure(let refusal): refuse(refusal, position)
        case .success(let food):
            let key = RowKey(food, of: row.source)
            if gatherer.holds(key, besides: row.source) || unanswered.contains(key) {
                for page in gatherer.finish() { send(page) }
                gate.waitUntilEmpty()
            }
            if repetitions.isRepetition(key) { report.add(position, RowRepetitions.reason) }
            let (page, refusal) = gatherer.add(food, of: row.source, at: position)
            if let page { send(page) }
            if let refusal { refuse(refusal, position) }
        }
    }

    private func refuse(_ refusal: RowRefusal, _ position: RowPosition) {
        ledger.refuse(refusal.reason)
        report.add(position, refusal.reason)
    }

    private func send(_ page: FoodPage) {
        gate.enter()
        // The import may have been stopped while this thread waited.
        guard !ledger.isOver else { return gate.leave() }
        unanswered.add(page)
        handOver(page)
    }

    private func note(_ reader: any FoodReader, _ rows: Int, _ repetitions: RowRepetitions) {
        let notes = reader.notes + repetitions.notes
        ledger.note(rows: rows, reader.progress, passedOver: reader.passedOver, notes: notes)
    }
}
