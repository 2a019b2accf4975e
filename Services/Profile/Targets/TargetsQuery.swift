import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension ProfileService {
    /// Returns the caller's targets in force on any day of a span; the one in force today has hints.
    ///
    /// - Throws: `profileIncomplete` if there is no target at all, because the profile lacks what it needs.
    package func targets(_ request: ProfileTargets, _ context: RequestContext) async throws -> ProfileTargets.Reply {
        let user = try context.user()
        let found = try await loadOrCreate(user, context)
        if found.isTargetPending { await targetWorker.tryToCalculate(user, context.withHalfOfTimeLeft) }
        let moment = now()
        return try await store.read { reader in
            let row = try reader.profile(of: user) ?? found
            let today = row.fields.today(moment)
            guard let current = try reader.target(of: user, on: today) else {
                guard row.fields.missing.isEmpty else { throw row.fields.incomplete("A target") }
                return ProfileTargets.Reply(items: [])
            }
            let targets = try reader.targets(of: user, from: request.from, to: request.to)
            return ProfileTargets.Reply(
                items: targets.map { $0.from == current.from ? row.withHints($0, today: today) : $0 }
            )
        }
    }
}
