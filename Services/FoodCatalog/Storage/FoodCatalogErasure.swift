package import Contracts
package import Storage

extension FoodCatalogSchema {
    /// Removes everything about somebody who has left, and takes their uses off the sums.
    ///
    /// - Parameters:
    ///   - onPopularityChange: What else a change of the number of a food's users does, in its transaction.
    ///   - onWordsChange: Called when words of names may have gone.
    /// - Returns: What the catalogue does with auth's news.
    package static func erasure(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in },
        onWordsChange: @escaping @Sendable () -> Void = {}
    ) -> EventFollower {
        EventFollower(
            erase: { user, transaction in
                try FoodUse.remove(user, transaction, onPopularityChange)
                try PersonTable.remove(user, transaction)
                try OwnFoodErasure.erase(user, transaction)
                onWordsChange()
            },
            eraseAhead: OwnFoodErasure.eraseAhead,
            people: people
        )
    }

    /// Of whom the catalogue has something, in order.
    package static func people(after user: UserID?, limit: Int, _ reader: SQLReader) throws -> [UserID] {
        try reader.rows(
            """
            SELECT user_id FROM person WHERE user_id > ?1 UNION SELECT user_id FROM food_use WHERE user_id > ?1
            UNION SELECT owner FROM food WHERE owner > ?1 UNION SELECT user_id FROM upload_page WHERE user_id > ?1
            UNION SELECT owner FROM foreign_ingredient WHERE owner > ?1
            ORDER BY 1 LIMIT ?2
            """,
            [user?.description ?? "", limit]
        ).map { try $0.user() }
    }
}
