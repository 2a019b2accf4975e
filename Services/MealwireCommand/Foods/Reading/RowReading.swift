import FoodFormats

/// Reads rows and gathers them into pages, on a thread that may be blocked: disk and gate make it wait.
///
/// Of rows with one id the last one counts, as if they were stored one by one: pages are stored in whatever order, so a row waits
/// until an earlier one of its id is answered. Within a page the catalogue keeps to the order.
struct RowReading: Sendable {
    /// Rows after which it is told how far reading has come: often enough for a display, and too seldom to cost anything.
    private static let noteEvery = 256

    let open: ImportSession.Open
    let gate: PageGate
    let ledger: ImportLedger
    let report: ImportReport
    let unanswered: UnansweredRows
    /// Takes a page, for which there is a place already.
    let handOver: @Sendable (FoodPage) -> Void

    /// Reads until the rows end or the import does.
    ///
    /// - Throws: What keeps the files from being read on; what was read before has been handed over.
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
        let place = RowPlace(file: row.file, line: row.line)
        switch row.outcome {
        case .failure(let refusal): refuse(refusal, place)
        case .success(let food):
            let key = RowKey(food, of: row.source)
            if gatherer.holds(key, besides: row.source) || unanswered.contains(key) {
                for page in gatherer.finish() { send(page) }
                gate.waitUntilEmpty()
            }
            if repetitions.isRepetition(key) { report.add(place, RowRepetitions.reason) }
            let (page, refusal) = gatherer.add(food, of: row.source, at: place)
            if let page { send(page) }
            if let refusal { refuse(refusal, place) }
        }
    }

    private func refuse(_ refusal: RowRefusal, _ place: RowPlace) {
        ledger.refuse(refusal.reason)
        report.add(place, refusal.reason)
    }

    private func send(_ page: FoodPage) {
        gate.enter()
        // Whoever stopped the import may have done so while this waited.
        guard !ledger.isOver else { return gate.leave() }
        unanswered.add(page)
        handOver(page)
    }

    private func note(_ reader: any FoodReader, _ rows: Int, _ repetitions: RowRepetitions) {
        let notes = reader.notes + repetitions.notes
        ledger.note(rows: rows, reader.progress, passedOver: reader.passedOver, notes: notes)
    }
}
