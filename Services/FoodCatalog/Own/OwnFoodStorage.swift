import Contracts
import Storage
import StoredPictures

extension SQLReader {
    /// A food of somebody's own.
    ///
    /// - Parameters:
    ///   - id: Of the food.
    ///   - user: Whose it must be.
    ///   - version: At which it must be, if any is named.
    ///   - what: As a sentence calls it.
    /// - Returns: The food.
    /// - Throws: `notFound` for what is not there or somebody else's, `versionMismatch`.
    func ownFood(
        _ id: FoodID,
        of user: UserID,
        ifVersion version: Int?,
        _ what: String = "food"
    ) throws -> FoodTable.Stored {
        guard let stored = try FoodTable.stored(id, self), stored.food.owner == user else {
            throw ServiceError.notFound(what)
        }
        if let version, version != stored.version {
            throw ServiceError(
                .versionMismatch,
                "The \(what) has changed since: it is at version \(stored.version), not \(version).",
                params: ["currentVersion": "\(stored.version)"]
            )
        }
        return stored
    }

    /// - Throws: `conflict` if somebody has as many foods as they may.
    func requireRoomForFood(of user: UserID) throws {
        let max = OwnFoodLimits.foodsMax
        let count: Int = try scalar("SELECT count(*) FROM food WHERE owner = ?", [user.description]) ?? 0
        guard count >= max else { return }
        throw ServiceError(
            .conflict,
            "Nobody has more than \(max) foods and recipes of their own; remove some that are not used any more.",
            params: ["max": "\(max)"]
        )
    }
}

extension SQLTransaction {
    /// Stores a food of somebody's own that is not there yet.
    ///
    /// - Returns: The row that it came to.
    /// - Throws: `conflict` if there is a food of its id, or if they have as many as they may.
    func insert(_ own: OwnFood) throws -> FoodRow {
        let row = try own.row()
        guard try FoodTable.stored(row.id, reader) == nil else {
            throw ServiceError(.conflict, "There is a food of this id already.")
        }
        try reader.requireRoomForFood(of: own.owner)
        var writer = FoodWriter(self)
        _ = try writer.put(FoodWriter.Prepared(row))
        try writer.finish()
        return row
    }

    /// Stores a food that was changed.
    ///
    /// - Returns: The row that it came to, and its version.
    func replace(_ stored: FoodTable.Stored, with own: OwnFood) throws -> (row: FoodRow, version: Int) {
        let row = try own.row()
        if row.imageURL != stored.food.imageURL { try FoodPictures.tables.remove(of: stored.number, self) }
        var writer = FoodWriter(self)
        let outcome = try writer.put(FoodWriter.Prepared(row))
        try writer.finish()
        if case .unchanged = outcome { return (stored.food, stored.version) }
        return (row, stored.version + 1)
    }

    /// Removes a food of somebody's own, with all that belongs to it.
    func removeOwn(_ stored: FoodTable.Stored, _ writer: inout FoodWriter) throws {
        try RecipeTable.remove(stored.number, self)
        try FoodPictures.tables.remove(of: stored.number, self)
        try writer.remove(stored)
    }
}
