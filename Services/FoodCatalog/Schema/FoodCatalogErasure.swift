package import Contracts
package import Storage

extension FoodCatalogSchema {
    /// Returns a subscriber that removes all data of erased users and subtracts their uses from the totals.
    ///
    /// - Parameters:
    ///   - onPopularityChange: Runs in the same transaction when the number of a food's users changes.
    ///   - onWordsChange: Called when words of names may be gone.
    /// - Returns: The subscriber of auth's events.
    package static func erasure(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in },
        onWordsChange: @escaping @Sendable () -> Void = {}
    ) -> EventSubscriber {
        EventSubscriber(
            erase: { user, transaction in
                try FoodUse.remove(user, transaction, onPopularityChange)
                try PersonTable.remove(user, transaction)
                try OwnFoodErasure.erase(user, transaction)
                try transaction.execute("DELETE FROM food_report WHERE user_id = ?", [user.description])
                onWordsChange()
            },
            eraseAhead: OwnFoodErasure.eraseAhead,
            people: people
        )
    }

    /// Returns the users with data in the catalog, in ascending order.
    package static func people(after user: UserID?, limit: Int, _ reader: SQLReader) throws -> [UserID] {
        try reader.rows(
            """
            SELECT user_id FROM person WHERE user_id > ?1 UNION SELECT user_id FROM food_use WHERE user_id > ?1
            UNION SELECT owner FROM food WHERE owner > ?1 UNION SELECT user_id FROM upload_page WHERE user_id > ?1
            UNION SELECT owner FROM ingredient_owner WHERE owner > ?1
            UNION SELECT user_id FROM food_report WHERE user_id > ?1
            UNION SELECT owner FROM image WHERE owner > ?1
            ORDER BY 1 LIMIT ?2
            """,
            [user?.description ?? "", limit]
        ).map { try $0.user() }
    }
}
