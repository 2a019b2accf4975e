import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Sets the amount of water drunk on a day.
    package func setWater(_ request: DiaryWaterSet, _ context: RequestContext) async throws -> WrittenReply<DayExtras> {
        try await change(request, context) { $0.waterMl = request.ml }
    }

    /// Sets the note of a day.
    package func setNote(_ request: DiaryNoteSet, _ context: RequestContext) async throws -> WrittenReply<DayExtras> {
        try await change(request, context) { $0.note = request.text }
    }

    /// Marks a day as complete.
    package func completeDay(
        _ request: DiaryDayComplete,
        _ context: RequestContext
    ) async throws -> WrittenReply<DayExtras> {
        try await change(request, context) { $0.isComplete = true }
    }

    /// Removes the mark of a complete day.
    package func reopenDay(_ request: DiaryDayReopen, _ context: RequestContext) async throws -> WrittenReply<DayExtras>
    {
        try await change(request, context) { $0.isComplete = false }
    }

    /// Changes the extras of a day; a change without effect takes no new version.
    private func change(
        _ request: some DayExtrasChange,
        _ context: RequestContext,
        _ change: @escaping @Sendable (inout DayExtras) -> Void
    ) async throws -> WrittenReply<DayExtras> {
        let user = try context.user()
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            let date = request.date.date(today: try transaction.reader.person(user).today(now))
            let before = try transaction.reader.dayExtras(of: user, on: date)
            if let seen = request.ifVersion, seen != before.version {
                throw try ServiceError.versionMismatch(
                    "day",
                    seen: seen,
                    current: before,
                    version: before.version
                )
            }
            var after = before
            change(&after)
            guard after != before else { return before }
            after.version += 1
            try transaction.store(after, of: user)
            try transaction.emit(DiaryDataChanged(kind: .extras, date: date, version: after.version), of: user)
            if after.isComplete != before.isComplete { try transaction.publishMark(of: date, user) }
            return after
        }
    }
}
