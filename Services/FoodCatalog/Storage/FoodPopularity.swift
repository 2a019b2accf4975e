import Contracts
import Storage

/// What a food's being logged often does to its place in the index.
enum FoodPopularity {
    /// How often everybody has logged a food.
    static func uses(of food: FoodID, _ reader: SQLReader) throws -> Int {
        try FoodUse.popularity(of: [food], reader)[food]?.uses ?? 0
    }

    /// Gives a food the place that befits its uses, once for each doubling.
    @Sendable
    static func rerank(_ food: FoodID, _ oldUses: Int, _ newUses: Int, _ transaction: SQLTransaction) throws {
        guard FoodRank.popularityLevel(oldUses) != FoodRank.popularityLevel(newUses),
            let stored = try FoodTable.stored(food, transaction.reader)
        else { return }
        var writer = FoodWriter(transaction)
        try writer.rerank(stored, uses: newUses)
        try writer.finish()
    }
}
