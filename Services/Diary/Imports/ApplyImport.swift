import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryImports {
    /// Rows per transaction, so that no other write waits long.
    private static let rowsPerTransaction = 100

    /// Writes an import into the diary slice by slice; after an interruption, it continues after the last slice.
    package func apply(_ request: DiaryImportsApply, _ context: RequestContext) async throws -> DiaryImportOutcome {
        try await requestLimit.run(for: try context.user(), context.id) { try await applyFile(request, context) }
    }

    private func applyFile(_ request: DiaryImportsApply, _ context: RequestContext) async throws -> DiaryImportOutcome {
        let (user, replaces) = (try context.user(), request.replace ?? false)
        let stored = try await store.read { try $0.storedImport(request.id, of: user) }
        let progress =
            stored.progress ?? ImportProgress(replaces: replaces, outcome: DiaryImportOutcome(id: request.id))
        guard progress.replaces == replaces else { throw ServiceError.otherReplacing }
        if progress.isDone { return progress.outcome }
        do {
            let bytes = try await file(request.id, pages: stored.pages, of: user)
            let outcome = try await write(bytes, stored, progress, context)
            try await store.deleteImportPages(of: user, of: request.id)
            return outcome
        } catch {
            // Another request for the same import may have finished meanwhile and deleted the file.
            let done = try await store.read { try $0.storedImport(request.id, of: user) }.progress
            guard let done, done.isDone else { throw error }
            return done.outcome
        }
    }

    @concurrent
    private func write(
        _ bytes: [UInt8],
        _ stored: StoredImport,
        _ progress: ImportProgress,
        _ context: RequestContext
    ) async throws -> DiaryImportOutcome {
        let (user, now) = (try context.user(), now())
        var source = try open(bytes, stored.format, stored.dateOrder, of: user, now)
        var (progress, first) = (progress, 0)
        while true {
            guard !context.deadline.hasPassed else { throw Self.tookTooLong }
            let slice = ImportSlice(
                first: first,
                rows: try source.next(Self.rowsPerTransaction),
                format: stored.format
            )
            first += slice.rows.count
            // Applied rows are read again but not written, because ids depend on the number of equal rows.
            if !slice.rows.isEmpty, first <= progress.rows { continue }
            let before = progress
            progress = try await store.write(context) { try $0.apply(slice, before, of: user, now: now) }
            if progress.isDone { return progress.outcome }
        }
    }
}

/// Rows of a file that are written in one transaction.
private struct ImportSlice: Sendable {
    /// The number of rows in the file before the slice.
    let first: Int
    /// Empty after the last row.
    let rows: [ImportRow]
    let format: DiaryImportFormat
}

extension SQLTransaction {
    /// Writes a slice, unless another request has written it meanwhile.
    ///
    /// - Returns: The new progress of the import.
    /// - Throws: `notFound` if another import has replaced this one.
    fileprivate func apply(
        _ slice: ImportSlice,
        _ before: ImportProgress,
        of user: UserID,
        now: Date
    ) throws -> ImportProgress {
        let stored = try reader.storedImport(before.outcome.id, of: user).progress
        guard stored?.replaces ?? before.replaces == before.replaces else { throw ServiceError.otherReplacing }
        var progress = stored ?? before
        if progress.isDone || progress.rows >= slice.first + slice.rows.count, !slice.rows.isEmpty { return progress }
        var writer = ImportWriter(transaction: self, slice: slice, user: user, replaces: progress.replaces)
        for row in slice.rows { try writer.process(row, &progress.outcome) }
        for date in writer.dates.sorted() { try publishDayChange(date, of: user, now: now) }
        progress.rows = slice.first + slice.rows.count
        progress.isDone = slice.rows.isEmpty
        try store(progress, of: user)
        return progress
    }
}

/// Writes the rows of a slice one by one.
private struct ImportWriter {
    let transaction: SQLTransaction
    let slice: ImportSlice
    let user: UserID
    let replaces: Bool
    /// Days with changed entries.
    private(set) var dates: Set<PlainDate> = []
    /// The number of entries per day while the slice is written.
    private var counts: [PlainDate: Int] = [:]

    init(transaction: SQLTransaction, slice: ImportSlice, user: UserID, replaces: Bool) {
        self.transaction = transaction
        self.slice = slice
        self.user = user
        self.replaces = replaces
    }

    mutating func process(_ row: ImportRow, _ outcome: inout DiaryImportOutcome) throws {
        switch row.content {
        case .passedOver: return
        case .refused: outcome.refused += 1
        case .item(let item):
            switch try transaction.reader.finding(of: item, slice.format, user) {
            case .same: outcome.unchanged += 1
            case .new:
                if try write(item) { outcome.added += 1 } else { outcome.refuse(item) }
            case .differing, .removed:
                guard replaces else {
                    outcome.kept += 1
                    return
                }
                if try write(item) { outcome.replaced += 1 } else { outcome.refuse(item) }
            }
        }
    }

    /// Writes an item; returns false if its day is full, or if the user has as many plans or favourites as allowed.
    private mutating func write(_ item: ImportItem) throws -> Bool {
        switch item {
        case .entry(let logged): return try write(logged)
        case .extras(let extras):
            let before = try transaction.reader.dayExtras(of: user, on: extras.date)
            var after = extras
            if before.version > 0 { after.version = before.version + 1 }
            try transaction.store(after, of: user)
            try transaction.emit(DiaryDataChanged(kind: .extras, date: after.date, version: after.version), of: user)
            if after.isComplete != before.isComplete { try transaction.publishMark(of: after.date, user) }
            return true
        case .plan(let plan): return try transaction.store(plan, of: user)
        case .favourite(let favourite): return try transaction.store(favourite, of: user)
        }
    }

    private mutating func write(_ logged: LoggedEntry) throws -> Bool {
        let reader = transaction.reader
        let stored = try reader.entry(logged.entry.id, of: user)
        let date = logged.entry.date
        if stored?.entry.date != date {
            guard try count(of: date) < EntryLimits.entriesPerDayMax else { return false }
        }
        var logged = logged
        if slice.format != .mealwire { try assignPosition(of: &logged.entry, stored?.entry) }
        if let stored {
            logged = logged.withImage(of: stored)
            logged.entry.version = stored.entry.version + 1
            try transaction.replace(logged, of: user)
        } else {
            // The version is higher than the removed one, so that no earlier `If-Match` fits.
            let removedVersion = try reader.removedVersion(of: logged.entry.id, user) ?? 0
            logged.entry.version = max(logged.entry.version, removedVersion + 1)
            _ = try transaction.insert(logged, of: user)
        }
        for day in Set([stored?.entry.date, date].compactMap(\.self)) {
            dates.insert(day)
            counts[day] = try count(of: day) + (day == date ? 1 : 0) - (day == stored?.entry.date ? 1 : 0)
        }
        return true
    }

    /// Sets the position of an entry from another program's file: a new entry goes to the end, an existing one stays.
    private func assignPosition(of entry: inout DiaryEntry, _ stored: DiaryEntry?) throws {
        if let stored { (entry.position, entry.at) = (stored.position, stored.at) }
        try transaction.assignPosition(of: &entry, at: nil, from: stored, of: user)
    }

    private mutating func count(of date: PlainDate) throws -> Int {
        if let count = counts[date] { return count }
        let span = DaySpan(from: date, to: date)
        let count = try transaction.reader.dayTotals(of: user, in: span).first?.entries ?? 0
        counts[date] = count
        return count
    }
}

extension DiaryImportOutcome {
    /// Counts an item that was refused: an entry because its day is full, or another item because there are too many.
    fileprivate mutating func refuse(_ item: ImportItem) {
        refused += 1
        guard case .entry(let logged) = item else { return }
        let date = logged.entry.date
        guard fullDays.count < Self.fullDaysMax, !fullDays.contains(date) else { return }
        fullDays.append(date)
    }
}

extension ServiceError {
    fileprivate static let otherReplacing = ServiceError(
        .conflict,
        "This import was started with another value of replace; use that value, or send the file again.",
        params: ["reason": "otherReplace"]
    )
}
