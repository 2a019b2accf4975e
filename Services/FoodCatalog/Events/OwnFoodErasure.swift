import Contracts
import Storage
import StoredPictures

/// What becomes of people's own foods when they leave: those that they shared go, too.
enum OwnFoodErasure {
    /// Removes everything that somebody has entered.
    static func erase(_ user: UserID, _ transaction: SQLTransaction) throws {
        let rows = try transaction.rows("SELECT id FROM food WHERE owner = ?", [user.description])
        var writer = FoodWriter(transaction)
        for row in rows {
            guard let id = FoodID(blob: try row.value("id")), let food = try FoodTable.stored(id, transaction.reader)
            else { continue }
            try transaction.removeOwn(food, &writer)
        }
        try writer.finish()
        try ForeignIngredients.erase(user, transaction)
        try UploadTable.forget(of: user, transaction)
        // Also for who has none any more: words of what they removed before may still stand in old parts of the index.
        try IndexCleaning.demand(transaction)
    }
}
