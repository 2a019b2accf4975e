import Contracts
package import Storage

/// What diaries tell: how often each food is used.
package enum FollowDiary {
    /// Uses of a diary stand here as it last told them, and nowhere else.
    ///
    /// - Parameter onPopularityChange: What else a change of the number of a food's users does, in its transaction.
    /// - Returns: What the catalogue does with the diary's news.
    package static func follower(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in }
    ) -> EventFollower {
        EventFollower { event, transaction in
            guard event.type == FoodLogged.type else { return }
            let told = try event.data.decode(FoodLogged.self)
            try FoodUse.set(told, of: event.subject, transaction, onPopularityChange)
        } forget: { span, transaction in
            try FoodUse.remove(span, transaction, onPopularityChange)
        }
    }
}
