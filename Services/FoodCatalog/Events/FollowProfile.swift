import Contracts
package import Storage

/// What profiles tell: who avoids which allergens.
package enum FollowProfile {
    /// People stand here as their profiles last told them, and nowhere else.
    package static let follower = EventFollower(apply: apply) { span, transaction in
        let unknown = try transaction.reader.leftovers(of: .profileChanged, in: "person", span)
        for person in unknown.facts { try PersonTable.remove(person.user, transaction) }
        return unknown.isCut
    }

    /// The effect of one event, in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == ProfileChanged.type else { return }
        // An event from before they were told says nothing of them.
        guard let allergens = try event.data.decode(ProfileChanged.self).allergens else { return }
        try PersonTable.set(allergens, of: event.subject, transaction)
    }
}
