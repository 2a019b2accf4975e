import Contracts
package import Storage

/// What profiles tell: who shares, under which name, and when their days begin.
package enum FollowProfile {
    /// People stand here as their profiles last told them, and nowhere else.
    package static let follower = EventFollower(apply: apply) { span, transaction in
        try PersonTable.remove(span, transaction)
    }

    /// The effect of one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == ProfileChanged.type else { return }
        let profile = try event.data.decode(ProfileChanged.self)
        try PersonTable.set(profile, of: event.subject, transaction)
    }
}
