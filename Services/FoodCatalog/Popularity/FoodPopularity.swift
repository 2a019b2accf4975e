package import Contracts
package import Storage

/// Updates the rank of foods in the index with the number of users that log them.
///
/// The rank depends on users rather than entries: otherwise one user could promote a shared food for all others.
package enum FoodPopularity {
    /// Returns the number of users that have logged a food.
    static func users(of food: FoodID, _ reader: SQLReader) throws -> Int {
        try FoodUse.popularity(of: [food], reader)[food]?.users ?? 0
    }

    /// Updates the rank of a food, which changes once for each doubling of its users.
    @Sendable
    package static func rerank(
        _ food: FoodID,
        _ oldUsers: Int,
        _ newUsers: Int,
        _ transaction: SQLTransaction
    ) throws {
        guard FoodRank.popularityLevel(oldUsers) != FoodRank.popularityLevel(newUsers) else { return }
        guard let stored = try FoodTable.stored(food, transaction.reader) else { return }
        var writer = FoodWriter(transaction)
        try writer.rerank(stored, users: newUsers)
        try writer.finish()
    }
}
