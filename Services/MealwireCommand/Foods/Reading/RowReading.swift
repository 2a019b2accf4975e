import FoodFormats

/// Reads rows and gathers them into pages, on a thread that may be blocked: disk and gate make it wait.
struct RowReading: Sendable {
    /// Rows after which it is told how far reading has come: often enough for a display, and too seldom to cost anything.
    private static let noteEvery = 256

    let open: ImportSession.Open
    let gate: PageGate
    let ledger: ImportLedger
    let report: ImportReport
    /// Takes a page, for which there is a place already.
    let handOver: @Sendable (FoodPage) -> Void

    /// Reads until the rows end or the import does.
    ///
    /// - Throws: What keeps the files from being read on; what was read before has been handed over.
    func run() throws(SourceFailure) {
        var reader = try open(ledger.note(progress:))
        var gatherer = PageGatherer()
        var rows = 0
        defer {
            note(reader, rows)
            for page in gatherer.finish() { send(page) }
        }
        while !ledger.isOver, let row = try reader.next() {
            take(row, &gatherer)
            rows += 1
            if rows == Self.noteEvery {
                note(reader, rows)
                rows = 0
            }
        }
    }

    private func take(_ row: SourceRow, _ gatherer: inout PageGatherer) {
        let place = RowPlace(file: row.file, line: row.line)
        switch row.outcome {
        case .failure(let refusal): refuse(refusal, place)
        case .success(let food):
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
        handOver(page)
    }

    private func note(_ reader: any FoodReader, _ rows: Int) {
        ledger.note(rows: rows, reader.progress, passedOver: reader.passedOver, notes: reader.notes)
    }
}
