import Calendar
package import Contracts
import Storage

extension ProfileService {
    /// Maximum number of days in one reply: about ten years.
    private static let maximumTargetDays = 3_660

    /// Returns the caller's targets in force on any day of a span.
    package func targets(_ request: ProfileTargets, _ context: RequestContext) async throws -> ProfileTargets.Reply {
        let user = try context.user()
        var checker = RuleChecker()
        checker.require(request.from <= request.to, "to", .outOfRange, "to must not be before from.")
        checker.require(
            request.to.dayNumber - request.from.dayNumber < Self.maximumTargetDays,
            "to",
            .outOfRange,
            "A request may span at most \(Self.maximumTargetDays) days.",
            ["maxDays": "\(Self.maximumTargetDays)"]
        )
        try checker.finish()
        return try await store.read { reader in
            ProfileTargets.Reply(items: try reader.targets(of: user, from: request.from, to: request.to))
        }
    }
}
