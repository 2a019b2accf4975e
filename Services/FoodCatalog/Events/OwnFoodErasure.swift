package import Contracts
package import Storage
import StoredPictures

/// What becomes of people's own foods when they leave: those that they shared go, too.
///
/// That may be thousands of foods and megabytes of pictures, which go in portions; the rest, with what else there is, goes in the
/// transaction that notes the erasure.
package enum OwnFoodErasure {
    /// Foods of a portion: others wait some hundredths of a second for it.
    package static let portionFoodsMax = 100
    /// Bytes of pictures of a portion, which are all overwritten, but for its last picture.
    private static let portionBytesMax = 4 * 1_024 * 1_024

    /// Removes foods of somebody who has left, a portion at a time.
    @Sendable
    package static func eraseAhead(_ user: UserID, _ store: Store) async throws {
        var count: Int
        repeat {
            count = try await store.write { try erasePortion(of: user, $0) }
        } while count > 0
    }

    /// Removes a few foods.
    ///
    /// - Returns: How many; none if there are none any more.
    package static func erasePortion(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let rows = try transaction.rows(
            """
            SELECT food.id, coalesce(image.bytes, 0) AS bytes FROM food LEFT JOIN image ON image.food = food.number
            WHERE owner = ? LIMIT ?
            """,
            [user.description, portionFoodsMax]
        )
        var writer = FoodWriter(transaction)
        var (count, bytes) = (0, 0)
        for row in rows where bytes < portionBytesMax {
            bytes += try row.value("bytes", as: Int.self)
            guard let id = FoodID(blob: try row.value("id")), let food = try FoodTable.stored(id, transaction.reader)
            else { continue }
            try transaction.removeOwn(food, &writer)
            count += 1
        }
        try writer.finish()
        transaction.demandCleanUp()
        return count
    }

    /// Removes everything that somebody has entered.
    static func erase(_ user: UserID, _ transaction: SQLTransaction) throws {
        while try erasePortion(of: user, transaction) > 0 {}
        try ForeignIngredients.erase(user, transaction)
        try UploadTable.forget(of: user, transaction)
        // Also for who has none any more: words of what they removed before may still stand in old parts of the index.
        try IndexCleaning.demand(transaction)
    }
}
