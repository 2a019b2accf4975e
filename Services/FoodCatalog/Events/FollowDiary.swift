import Contracts
package import Storage

/// Subscription to diary events: how often each food is used.
package enum FollowDiary {
    /// Returns a follower that stores the latest use counts of each diary and removes them on erasure.
    ///
    /// - Parameter onPopularityChange: Runs in the same transaction when the number of a food's users changes.
    /// - Returns: The follower of the diary's events.
    package static func follower(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in }
    ) -> EventFollower {
        EventFollower { event, transaction in
            guard event.type == FoodLogged.type else { return }
            let logged = try event.data.decode(FoodLogged.self)
            try FoodUse.set(logged, of: event.subject, transaction, onPopularityChange)
        } forget: { span, transaction in
            try FoodUse.remove(span, transaction, onPopularityChange)
        }
    }
}
