import Contracts
import FoundationEssentials
import Storage
import StoredPictures

/// As what somebody asks for a food of their own.
enum OwnFoodForm: String {
    case food
    case recipe
}

extension SQLReader {
    /// A food of somebody's own.
    ///
    /// - Parameters:
    ///   - id: Of the food.
    ///   - user: Whose it must be.
    ///   - version: At which it must be, if any is named.
    ///   - now: The wall clock, by which the address of its picture expires where it is told.
    ///   - form: As what it is asked for.
    /// - Returns: The food.
    /// - Throws: `notFound` for what is not there or somebody else's, `versionMismatch` with what is there.
    func ownFood(
        _ id: FoodID,
        of user: UserID,
        ifVersion version: Int?,
        at now: Date,
        as form: OwnFoodForm = .food
    ) throws -> FoodTable.Stored {
        guard let stored = try FoodTable.stored(id, self), stored.food.owner == user else {
            throw ServiceError.notFound(form.rawValue)
        }
        guard let version, version != stored.version else { return stored }
        let current = try current(stored, for: user, at: now, as: form)
        throw try ServiceError.versionMismatch(form.rawValue, seen: version, current: current, version: stored.version)
    }

    /// What is there, as its owner would be answered.
    private func current(
        _ stored: FoodTable.Stored,
        for user: UserID,
        at now: Date,
        as form: OwnFoodForm
    ) throws -> any Encodable {
        if form == .recipe, let recipe = try RecipeTable.stored(stored.food.id, self) {
            return try withPicture(Recipe(recipe, for: user), \.imageURL, at: now)
        }
        let food = stored.food.detailed(in: nil, for: user, version: stored.version)
        return try withPicture(food, \.imageURL, at: now)
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
