import Contracts
import FoundationEssentials
import Storage
import StoredImages

/// The kind of item that a request addresses; named in errors.
enum OwnItemKind: String {
    case food
    case recipe
}

extension SQLReader {
    /// Returns a food that the user owns.
    ///
    /// - Parameters:
    ///   - id: The id of the food.
    ///   - user: The required owner.
    ///   - version: The required version, if any.
    ///   - now: The wall clock, by which the image URL in an error expires.
    ///   - kind: The kind of item that the request addresses.
    /// - Returns: The food.
    /// - Throws: `notFound` if it does not exist or another user owns it, `versionMismatch` with the current state.
    func ownFood(
        _ id: FoodID,
        of user: UserID,
        ifVersion version: Int?,
        at now: Date,
        as kind: OwnItemKind = .food
    ) throws -> FoodTable.Stored {
        guard let stored = try FoodTable.stored(id, self), stored.food.owner == user else {
            throw ServiceError.notFound(kind.rawValue)
        }
        guard let version, version != stored.version else { return stored }
        let current = try current(stored, for: user, at: now, as: kind)
        throw try ServiceError.versionMismatch(kind.rawValue, seen: version, current: current, version: stored.version)
    }

    /// Returns the item that an earlier request has stored under the id of a new one; nil if the id is free.
    ///
    /// So a repeated request has the answer of the first one, also after its idempotency key is forgotten.
    ///
    /// - Parameters:
    ///   - id: The id that the request has chosen.
    ///   - user: The user that sends the request.
    ///   - now: The wall clock, by which the image URL in an error expires.
    ///   - kind: The kind of item that the request adds.
    ///   - isEqual: Returns whether the stored food has the content of the request.
    /// - Returns: The stored food, with the content of the request.
    /// - Throws: `conflict` with the stored item if its content differs; without it for a food of others.
    func ownFood(
        addedAs id: FoodID,
        of user: UserID,
        at now: Date,
        as kind: OwnItemKind = .food,
        if isEqual: (FoodTable.Stored) throws -> Bool
    ) throws -> FoodTable.Stored? {
        guard let stored = try FoodTable.stored(id, self) else { return nil }
        guard stored.food.owner == user else { throw ServiceError.idInUse }
        if try isEqual(stored) { return stored }
        throw try conflict(of: kind, current: try current(stored, for: user, at: now, as: kind))
    }

    private func conflict(of kind: OwnItemKind, current: some Encodable) throws -> ServiceError {
        try ServiceError.idConflict(
            "A food or recipe with this id and other content than this \(kind.rawValue) exists.",
            current: current
        )
    }

    /// Returns the current state as its owner would receive it.
    private func current(
        _ stored: FoodTable.Stored,
        for user: UserID,
        at now: Date,
        as kind: OwnItemKind
    ) throws -> any Encodable {
        if kind == .recipe, let recipe = try RecipeTable.stored(stored.food.id, self) {
            return try withSignedImage(Recipe(recipe, for: user), \.imageURL, at: now)
        }
        let food = stored.food.detailed(in: nil, for: user, version: stored.version)
        return try withSignedImage(food, \.imageURL, at: now)
    }

    /// Checks the user's quota of foods.
    ///
    /// - Throws: `conflict` if the quota is used up.
    func requireRoomForFood(of user: UserID) throws {
        let max = OwnFoodLimits.foodsMax
        let count: Int = try scalar("SELECT count(*) FROM food WHERE owner = ?", [user.description]) ?? 0
        guard count >= max else { return }
        throw ServiceError(
            .conflict,
            "A user is limited to \(max) foods and recipes of their own; remove some that are not used any more.",
            params: ["max": "\(max)"]
        )
    }
}

extension SQLTransaction {
    /// Stores a new food of a user; one that the user had removed has its image again.
    ///
    /// - Returns: The stored row.
    /// - Throws: `conflict` if its id exists, or did for another user's food with an image, or if the user's quota is
    ///   used up.
    func insert(_ own: OwnFood, now: Date = Date()) throws -> FoodRow {
        var row = try own.row()
        row.createdAtS = Int(now.timeIntervalSince1970)
        let kept = try FoodImages.kept(of: row.id, reader)
        guard try FoodTable.stored(row.id, reader) == nil, kept == nil || kept?.owner == own.owner else {
            throw ServiceError.idInUse
        }
        if let kept { row.setImage(ImageName.text(of: kept.id)) }
        try reader.requireRoomForFood(of: own.owner)
        var writer = FoodWriter(self)
        _ = try writer.put(FoodWriter.Prepared(row))
        try writer.finish()
        return row
    }

    /// Stores a changed food.
    ///
    /// - Returns: The stored row and its version.
    func replace(_ stored: FoodTable.Stored, with own: OwnFood) throws -> (row: FoodRow, version: Int) {
        var row = try own.row()
        row.createdAtS = stored.food.createdAtS
        if row.imageURL != stored.food.imageURL { try FoodImages.remove(of: stored.food.id, self) }
        var writer = FoodWriter(self)
        let outcome = try writer.put(FoodWriter.Prepared(row))
        try writer.finish()
        if case .unchanged = outcome { return (stored.food, stored.version) }
        return (row, stored.version + 1)
    }

    /// Removes a user's own food with its recipe.
    ///
    /// Its image stays, because entries refer to the food.
    func removeOwn(_ stored: FoodTable.Stored, _ writer: inout FoodWriter) throws {
        try RecipeTable.remove(stored.number, self)
        try writer.remove(stored)
    }
}

extension ServiceError {
    /// An id of a food that another user has, or had.
    fileprivate static let idInUse = ServiceError(.conflict, "A food with this id exists already.")
}

extension FoodRow {
    /// The content that its owner has entered: without the image, which has requests of its own, and without what the
    /// catalog derives.
    private var entered: FoodRow {
        var row = self
        (row.digest, row.flags, row.imageURL, row.createdAtS) = (0, [], nil, nil)
        return row
    }

    /// Returns whether its owner has entered the same for both foods.
    func isEntered(as other: FoodRow) -> Bool { entered == other.entered }
}
