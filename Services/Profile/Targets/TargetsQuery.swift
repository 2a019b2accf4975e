import Calendar
package import Contracts
import Storage

extension ProfileService {
    /// Returns the caller's targets in force on any day of a span.
    package func targets(_ request: ProfileTargets, _ context: RequestContext) async throws -> ProfileTargets.Reply {
        let user = try context.user()
        return try await store.read { reader in
            ProfileTargets.Reply(items: try reader.targets(of: user, from: request.from, to: request.to))
        }
    }
}
