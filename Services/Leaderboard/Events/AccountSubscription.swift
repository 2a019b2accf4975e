import Contracts
package import Storage

/// Applies auth's events.
package enum AccountSubscription {
    /// Returns a subscriber that removes everything about a user with an erased account.
    package static func subscriber(_ boards: Boards) -> EventSubscriber {
        EventSubscriber(
            erase: { user, transaction in
                try boards.remove(user, transaction)
                for group in try transaction.reader.groupIDs(of: user) { boards.changes.record(group) }
                try StreakTable.removeAll(of: user, transaction)
                try transaction.execute("DELETE FROM day WHERE user_id = ?", [user.description])
                try PersonTable.remove(user, transaction)
                try transaction.removeSharedFoods(of: user)
                try transaction.eraseFromGroups(user)
            },
            people: { after, limit, reader in
                try reader.rows(
                    """
                    SELECT user_id FROM person WHERE user_id > ?1 UNION SELECT user_id FROM day WHERE user_id > ?1
                    UNION SELECT user_id FROM team_member WHERE user_id > ?1
                    UNION SELECT user_id FROM day_food WHERE user_id > ?1
                    UNION SELECT user_id FROM food_sharer WHERE user_id > ?1
                    ORDER BY 1 LIMIT ?2
                    """,
                    [after?.description ?? "", limit]
                ).map { try $0.user() }
            }
        )
    }
}
