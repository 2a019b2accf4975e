import Calendar
package import Contracts
import Storage

extension ProfileService {
    /// Returns the caller's measurements, newest first.
    package func measurements(
        _ request: ProfileMeasurementsList,
        _ context: RequestContext
    ) async throws -> ProfileMeasurementsList.Reply {
        let user = try context.user()
        let cursor = request.cursor.flatMap(MeasurementCursor.init)
        let today = try await loadOrCreate(user, context).fields.today(now())
        let days = (from: request.from?.date(today: today), to: request.to?.date(today: today))
        let limit = request.limit ?? ProfileMeasurementsList.limitDefault
        let found = try await store.read { reader in
            // Reads one more than the limit, to know whether there is another page.
            try reader.measurements(of: user, kind: request.kind, days: days, after: cursor, limit: limit + 1)
        }
        let page = found.prefix(limit)
        return ProfileMeasurementsList.Reply(
            items: page.map(\.measurement),
            nextCursor: found.count > limit ? page.last?.cursor.description : nil
        )
    }
}
