package import Contracts
import Storage

extension DiaryService {
    /// Removes an entry.
    package func remove(_ request: DiaryEntriesRemove, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        return try await store.once(request, context) { transaction in
            let logged = try transaction.reader.entry(request.id, of: user, ifVersion: request.ifVersion)
            try transaction.removeEntry(request.id, of: user)
            try transaction.dayHasChanged(logged.entry.date, of: user)
            return Empty()
        }
    }
}
