import Contracts
package import Storage

/// Subscription to diary events: how often each food is used.
package enum DiarySubscription {
    /// Returns a subscriber that stores the latest use counts of each diary and removes those that a snapshot lacks.
    ///
    /// - Parameter onPopularityChange: Runs in the same transaction when the number of a food's users changes.
    /// - Returns: The subscriber of the diary's events.
    package static func subscriber(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in }
    ) -> EventSubscriber {
        EventSubscriber { event, transaction in
            guard event.type == FoodLogged.type else { return }
            let logged = try event.data.decode(FoodLogged.self)
            try FoodUse.set(logged, of: event.subject, transaction, onPopularityChange)
        } removeMissing: { span, transaction in
            try FoodUse.remove(span, transaction, onPopularityChange)
        }
    }
}

/// Subscription to profile events: which user avoids which allergens.
package enum ProfileSubscription {
    /// Stores the latest allergens of each profile and removes those of users that a snapshot lacks.
    package static let subscriber = EventSubscriber(apply: apply) { span, transaction in
        let unknown = try transaction.reader.leftovers(of: ProfileChanged.type, in: "person", span)
        for person in unknown.facts { try PersonTable.remove(person.user, transaction) }
        return unknown.isCut
    }

    /// Applies one event in the transaction that moves the cursor.
    private static func apply(_ event: Event, _ transaction: SQLTransaction) throws {
        guard event.type == ProfileChanged.type else { return }
        // Events from before allergens were published do not mention them.
        guard let allergens = try event.data.decode(ProfileChanged.self).allergens else { return }
        try PersonTable.set(allergens, of: event.subject, transaction)
    }
}
