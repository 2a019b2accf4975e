import Contracts
import FoodFormats
import Storage

/// A favourite in an exported document, with its food.
struct ExportedFavourite: Codable, Sendable, Equatable {
    var addedAt: String
    var food: Food
}

extension ExportedRules {
    /// Returns the favourite to store for a favourite of a file.
    static func favourite(_ exported: ExportedFavourite, nowMs: Int) throws(RowRefusal) -> ExportedFavourite {
        let food = exported.food.inFile
        try check(food) { RowRefusal($0, .notRecord, ["expected": "favourite"]) }
        return ExportedFavourite(addedAt: try moment(exported.addedAt, nowMs: nowMs), food: food)
    }
}

extension SQLReader {
    private static let favouritesAfter =
        """
        SELECT favourite.number, favourite.added_at, coalesce(own.snapshot, seen_by_all.snapshot)
        FROM favourite \(foodsOfFavourites)
        WHERE favourite.user_id = ? AND favourite.number > ? ORDER BY favourite.number
        """

    /// Returns the favourites after a number, in the order in which they were added, each with its number.
    ///
    /// A favourite without a copy of its food is left out, as in the list of favourites.
    func exportedFavourites(of user: UserID, after number: Int) throws -> [(number: Int, favourite: ExportedFavourite)]
    {
        var favourites: [(Int, ExportedFavourite)] = []
        try forEach(Self.favouritesAfter, [user.description, number]) { row in
            guard let snapshot = row.optionalText(2) else { return true }
            let food = try JSONText(text: snapshot).decode(Food.self)
            favourites.append((Int(row.integer(0)), ExportedFavourite(addedAt: row.text(1), food: food.inFile)))
            return true
        }
        return favourites
    }
}

extension SQLTransaction {
    /// Stores the favourite of a file, which is none yet.
    ///
    /// The food of the file counts as the user's own, and only where the diary has no copy of this food.
    ///
    /// - Returns: False if the user has as many favourites as allowed.
    func store(_ exported: ExportedFavourite, of user: UserID) throws -> Bool {
        guard try insertFavourite(exported.food.id, of: user, at: exported.addedAt) else { return false }
        if try reader.storedFood(exported.food.id, of: user) == nil { try store(exported.food.imported, for: user) }
        return true
    }
}
