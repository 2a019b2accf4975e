package import Contracts
package import Storage

/// Updates the rank of foods in the index with the number of users that log them.
///
/// The rank depends on users rather than entries: otherwise one user could promote a shared food for all others.
package enum FoodPopularity {
    /// Foods per transaction of ``rankByUsers(_:batch:)``, which delays other writes by some hundredths of a second.
    package static let batch = 200
    private static let stateName = "popularity-rank"
    private static let byUsers = "users"

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
        try rerank([food: newUsers], transaction)
    }

    private static func rerank(_ users: [FoodID: Int], _ transaction: SQLTransaction) throws {
        var writer = FoodWriter(transaction)
        for (food, users) in users {
            guard let stored = try FoodTable.stored(food, transaction.reader) else { continue }
            try writer.rerank(stored, users: users)
        }
        try writer.finish()
    }

    /// Ranks all logged foods by their users, once: earlier versions ranked them by their entries.
    ///
    /// An interrupted run starts again from the first food; foods with a current rank are not written again.
    ///
    /// - Parameters:
    ///   - store: The catalog's store.
    ///   - batch: Foods per transaction.
    /// - Throws: SQLite's errors.
    package static func rankByUsers(_ store: Store, batch: Int = batch) async throws {
        guard try await store.read({ try CatalogState.value(stateName, $0) }) != byUsers else { return }
        var last = ""
        while true {
            let after = last
            let next = try await store.write { try rankPage(after: after, limit: batch, $0) }
            guard let next else { break }
            last = next
        }
        try await store.write { try CatalogState.set(stateName, byUsers, $0) }
    }

    /// Ranks the next foods in the order of their ids; returns the last id, or nil when no food is left.
    private static func rankPage(after id: String, limit: Int, _ transaction: SQLTransaction) throws -> String? {
        let page = try FoodUse.users(after: id, limit: limit, transaction.reader)
        try rerank(Dictionary(page) { first, _ in first }, transaction)
        return page.last?.0.description
    }
}
