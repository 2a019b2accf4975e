import FoodFormats

/// Reads rows and collects them into pages, on a thread of its own, because the disk and the gate block it.
///
/// If several rows have one id, the last one counts, as if rows were stored one by one.
/// Pages may be stored in any order, so a row waits until earlier rows with its id are answered.
/// The catalog stores the rows of one page in their order.
struct RowReading: Sendable {
    /// The number of rows between two updates of the progress.
    private static let updateEvery = 256

    let open: ImportSession.Open
    let gate: PageGate
    let status: ImportStatus
    let report: ImportReport
    let unanswered: UnansweredRows
    /// Passes on a page, for which a slot has been acquired.
    let deliver: @Sendable (FoodPage) -> Void

    /// Reads until the rows end or the import is stopped.
    ///
    /// - Throws: The reason why the files cannot be read further. Earlier rows have been passed on.
    func run() throws(SourceFailure) {
        var reader = try open(status.update(progress:))
        var builder = PageBuilder()
        var rows = 0
        var repetitions = RowRepetitions()
        defer {
            updateStatus(reader, rows, repetitions)
            for page in builder.finish() { send(page) }
        }
        while !status.isOver, let row = try reader.next() {
            process(row, &builder, &repetitions)
            rows += 1
            if rows == Self.updateEvery {
                updateStatus(reader, rows, repetitions)
                rows = 0
            }
        }
    }

    private func process(_ row: SourceRow, _ builder: inout PageBuilder, _ repetitions: inout RowRepetitions) {
        let position = RowPosition(file: row.file, line: row.line)
        switch row.outcome {
        case .failure(let refusal): refuse(refusal, position)
        case .success(let food):
            let key = RowKey(food, of: row.source)
            if builder.holds(key, besides: row.source) || unanswered.contains(key) {
                for page in builder.finish() { send(page) }
                gate.waitUntilEmpty()
            }
            if repetitions.isRepetition(key) { report.add(position, RowRepetitions.reason) }
            let (page, refusal) = builder.add(food, of: row.source, at: position)
            if let page { send(page) }
            if let refusal { refuse(refusal, position) }
        }
    }

    private func refuse(_ refusal: RowRefusal, _ position: RowPosition) {
        status.refuse(refusal.reason)
        report.add(position, refusal.reason)
    }

    private func send(_ page: FoodPage) {
        gate.enter()
        // The import may have been stopped while this thread waited.
        guard !status.isOver else { return gate.leave() }
        unanswered.add(page)
        deliver(page)
    }

    private func updateStatus(_ reader: any FoodReader, _ rows: Int, _ repetitions: RowRepetitions) {
        let notes = reader.notes + repetitions.notes
        status.update(rows: rows, reader.progress, omitted: reader.omitted, notes: notes)
    }
}
