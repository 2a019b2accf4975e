/// Pages of changes, and lists of measurements.
extension DiarySync.State {
    /// Takes the outcome of a pull.
    mutating func settlePull(_ request: DiarySync.Request, _ answer: DiarySync.Answer, _ turn: inout DiarySync.Turn) {
        let isChanges = changes.request == request.number
        if isChanges { changes.request = nil } else { measurements.request = nil }
        switch answer {
        case .page(let page): apply(page, &turn)
        case .measurements(let list): apply(list, &turn)
        // Pulls are repeated by the next hint, so a refused one is not repeated at once.
        case .refused: break
        default: if isChanges { changes.isWanted = true } else { measurements.isWanted = true }
        }
    }

    /// Applies a page, and saves it together with its cursor.
    private mutating func apply(_ page: DiarySync.ChangesPage, _ turn: inout DiarySync.Turn) {
        // Pages from the beginning do not name entries that were removed long ago. Before the first page, the copy has
        // entries from answers.
        if page.reset || stored.cursor == nil, mutation != .ignoresResets {
            change(.clearDiary, &turn)
            for write in stored.writes { overtake(write, &turn) }
        }
        for entry in page.items { change(.putEntry(.init(entry: entry)), &turn) }
        for id in page.deleted where mutation != .ignoresRemovals {
            if stored.entries[id] != nil { change(.removeEntry(.init(id: id)), &turn) }
            for write in writes(of: WriteSubject(.entry, id)) { overtake(write, &turn) }
        }
        for day in page.days { change(.putDay(.init(day: day)), &turn) }
        change(.setCursor(.init(cursor: page.cursor)), &turn)
        if page.isMore, mutation != .stopsAfterOnePage { changes.isWanted = true }
    }

    /// Notes that answers to earlier attempts of a write may be older than the copy.
    private mutating func overtake(_ write: Write, _ turn: inout DiarySync.Turn) {
        guard write.attempts > 0, !write.isOvertaken else { return }
        var write = write
        write.isOvertaken = true
        put(write, &turn)
    }

    /// Replaces the measurements in the copy.
    private mutating func apply(_ list: DiarySync.MeasurementList, _ turn: inout DiarySync.Turn) {
        let ids = Set(list.items.map(\.id))
        for id in stored.measurements.keys.sorted() where !ids.contains(id) {
            change(.removeMeasurement(.init(id: id)), &turn)
        }
        for measurement in list.items where stored.measurements[measurement.id] != measurement {
            change(.putMeasurement(.init(measurement: measurement)), &turn)
        }
    }
}
