import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Sets the amount of water drunk on a day.
    package func setWater(_ request: DiaryWaterSet, _ context: RequestContext) async throws -> DayExtras {
        try await change(request, context) { $0.waterMl = request.ml }
    }

    /// Sets the note of a day.
    package func setNote(_ request: DiaryNoteSet, _ context: RequestContext) async throws -> DayExtras {
        try await change(request, context) { $0.note = request.text }
    }

    /// Changes the extras of a day; a change without effect takes no new version.
    private func change(
        _ request: some DayExtrasChange,
        _ context: RequestContext,
        _ change: @escaping @Sendable (inout DayExtra) -> Void
    ) async throws -> DayExtras {
        let user = try context.user()
        let now = now()
        return try await store.writeIdempotently(request, context) { transaction in
            let date = request.date.date(today: try transaction.reader.person(user).today(now))
            let before = try transaction.reader.dayExtra(of: user, on: date)
            if let seen = request.ifVersion, seen != before.version {
                throw try ServiceError.versionMismatch(
                    "day",
                    seen: seen,
                    current: DayExtras(date, before),
                    version: before.version
                )
            }
            var after = before
            change(&after)
            guard after != before else { return DayExtras(date, before) }
            after.version += 1
            try transaction.store(after, of: user, on: date)
            try transaction.emit(DiaryDataChanged(kind: .extras, date: date, version: after.version), of: user)
            return DayExtras(date, after)
        }
    }
}

extension DayExtras {
    init(_ date: PlainDate, _ extra: DayExtra) {
        self.init(date: date, waterMl: extra.waterMl, note: extra.note, version: extra.version)
    }
}
