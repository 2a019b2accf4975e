import Contracts
package import Storage

/// What profiles tell: who shares, under which name, and when their days begin.
package enum FollowProfile {
    /// People stand here as their profiles last told them, and nowhere else.
    package static func follower(_ boards: Boards) -> EventFollower {
        EventFollower(
            apply: apply,
            forget: { span, transaction in
                let told = span.subjects(of: ProfileChanged.type)
                // Whoever is told of again keeps what was worked out.
                let unknown = try PersonTable.people(in: span, transaction.reader).filter { !told.contains($0) }
                for user in unknown {
                    try PersonTable.remove(user, transaction)
                    try transaction.removeSharedFoods(of: user)
                }
                try transaction.removeFoodSharers(span)
                try boards.settle(unknown, transaction)
            },
            finish: { people, transaction in try boards.settle(people, transaction) }
        )
    }

    /// The effect of one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == ProfileChanged.type else { return }
        let profile = try event.data.decode(ProfileChanged.self)
        try PersonTable.set(profile, of: event.subject, transaction)
        try transaction.keep(profile.shares, of: event.subject)
    }
}

extension SnapshotSpan {
    /// Those of whom the page tells something of a type.
    func subjects(of type: EventType) -> Set<UserID> {
        Set(events.lazy.filter { $0.type == type }.map(\.subject))
    }
}
