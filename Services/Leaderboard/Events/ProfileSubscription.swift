import Contracts
package import Storage

/// Applies profile events: sharing settings, names, time zones and starts of day.
package enum ProfileSubscription {
    /// Returns a subscriber that mirrors the profiles and deletes users that their snapshot no longer has.
    package static func subscriber(_ boards: Boards) -> EventSubscriber {
        EventSubscriber(
            apply: apply,
            removeMissing: { span, transaction in
                let areSharersCut = try transaction.removeFoodSharers(span)
                let unknown = try transaction.reader.leftovers(of: ProfileChanged.type, in: "person", span)
                for person in unknown.facts {
                    try PersonTable.remove(person.user, transaction)
                    try transaction.removeSharedFoods(of: person.user)
                }
                try boards.updateScores(of: unknown.facts.map(\.user), transaction)
                return areSharersCut || unknown.isCut
            },
            finish: { people, transaction in try boards.updateScores(of: people, transaction) }
        )
    }

    /// Applies one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == ProfileChanged.type else { return }
        let profile = try event.data.decode(ProfileChanged.self)
        try PersonTable.set(profile, of: event.subject, transaction)
        try transaction.store(profile.shares, of: event.subject)
    }
}
