package import Contracts
package import Storage
import StoredImages

/// Erases the foods of users with a deleted account, including the shared ones.
///
/// There may be thousands of foods and megabytes of images, so they are removed in portions beforehand. The rest is
/// removed, with all other data of the user, in the transaction that records the erasure.
package enum OwnFoodErasure {
    /// Maximum number of foods per portion.
    ///
    /// Other writes wait some hundredths of a second for one portion.
    package static let portionFoodsMax = 100

    /// Removes all foods and images of an erased user, one portion per transaction.
    @Sendable
    package static func eraseAhead(_ user: UserID, _ store: Store) async throws {
        var count: Int
        repeat {
            count = try await store.write { try erasePortion(of: user, $0) }
        } while count > 0
    }

    /// Removes one portion of a user's foods, or of their images when no food is left.
    ///
    /// - Returns: The number of removed foods or images; 0 if none is left.
    package static func erasePortion(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let foods = try eraseFoods(of: user, transaction)
        let count = foods > 0 ? foods : try FoodImages.tables.removePortion(of: user, transaction)
        transaction.demandCleanUp()
        return count
    }

    private static func eraseFoods(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let rows = try transaction.rows(
            "SELECT id FROM food WHERE owner = ? LIMIT ?",
            [user.description, portionFoodsMax]
        )
        var (writer, count) = (FoodWriter(transaction), 0)
        for row in rows {
            guard let id = FoodID(blob: try row.value("id")), let food = try FoodTable.stored(id, transaction.reader)
            else { continue }
            try transaction.removeOwn(food, &writer)
            count += 1
        }
        try writer.finish()
        return count
    }

    /// Removes everything that the user has entered.
    static func erase(_ user: UserID, _ transaction: SQLTransaction) throws {
        while try erasePortion(of: user, transaction) > 0 {}
        try IngredientOwners.erase(user, transaction)
        try UploadTable.delete(of: user, transaction)
        // Also for users without foods: words of foods removed earlier may still be in old segments of the index.
        try IndexCleaning.request(transaction)
    }
}
