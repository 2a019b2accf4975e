package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Removes an entry.
    package func remove(_ request: DiaryEntriesRemove, _ context: RequestContext) async throws -> Empty {
        let (user, now) = (try context.user(), now())
        return try await store.once(request, context) { transaction in
            let logged = try transaction.reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: now)
            try transaction.removeEntry(logged.entry, of: user, at: now)
            try transaction.publishDayChange(logged.entry.date, of: user, now: now)
            return Empty()
        }
    }
}
