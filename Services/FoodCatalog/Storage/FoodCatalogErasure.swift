import Contracts
package import Storage

extension FoodCatalogSchema {
    /// Removes everything about somebody who has left, and takes their uses off the sums.
    ///
    /// - Parameter onPopularityChange: What else a change of a food's sum does, in its transaction.
    /// - Returns: What the catalogue does with auth's news.
    package static func erasure(
        onPopularityChange: @escaping FoodUse.PopularityChange = { _, _, _, _ in }
    ) -> EventFollower {
        EventFollower(
            erase: { user, transaction in
                try FoodUse.remove(user, transaction, onPopularityChange)
                try PersonTable.remove(user, transaction)
            },
            people: { after, limit, reader in
                try reader.rows(
                    """
                    SELECT user_id FROM person WHERE user_id > ?1 UNION SELECT user_id FROM food_use WHERE user_id > ?1
                    ORDER BY 1 LIMIT ?2
                    """,
                    [after?.description ?? "", limit]
                ).map { try $0.user() }
            }
        )
    }
}
