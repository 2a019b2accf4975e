import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Adds a food to the caller's favourites.
    package func addFavourite(
        _ request: DiaryFavouritesAdd,
        _ context: RequestContext
    ) async throws -> WrittenReply<FavouriteFood> {
        let user = try context.user()
        let answer = try await lookUpFood(for: request.id, context)
        let now = Timestamp.text(now())
        return try await store.writeReply(to: request, context) { transaction in
            guard let food = try transaction.food(from: answer, for: request.id, of: user) else {
                throw ServiceError.notFound("food")
            }
            let addedAt = try transaction.addFavourite(food.id, of: user, at: now)
            let amount = try transaction.reader.firstAmount(of: food, .usual, user)
            let language = try transaction.reader.person(user).language
            return FavouriteFood(food.named(in: language), amount, addedAt: addedAt)
        }
    }

    /// Removes a food from the caller's favourites.
    package func removeFavourite(_ request: DiaryFavouritesRemove, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        return try await store.writeIdempotently(request, context) { transaction in
            let removed = try transaction.execute(
                "DELETE FROM favourite WHERE user_id = ? AND food_id = ?",
                [user.description, request.id.description]
            )
            if removed > 0 { try transaction.publishFavourites(of: user) }
            return Empty()
        }
    }

    /// Lists the caller's favourites.
    package func favourites(
        _ request: DiaryFavouritesList,
        _ context: RequestContext
    ) async throws -> DiaryFavouritesList.Reply {
        let user = try context.user()
        return try await store.read { DiaryFavouritesList.Reply(items: try $0.favourites(of: user)) }
    }
}

extension SQLTransaction {
    /// Stores a favourite, unless it is one already.
    ///
    /// - Returns: The time at which it became one.
    /// - Throws: `invalid` if the user has too many.
    fileprivate func addFavourite(_ food: FoodID, of user: UserID, at now: String) throws -> String {
        let key: [SQLValue?] = [user.description, food.description]
        let stored: String? = try reader.scalar(
            "SELECT added_at FROM favourite WHERE user_id = ? AND food_id = ?",
            key
        )
        if let stored { return stored }
        let isStored = try insertFavourite(food, of: user, at: now)
        var checker = RuleChecker()
        checker.require(
            isStored,
            "id",
            .outOfRange,
            "There may be \(DiaryFavouritesAdd.favouritesMax) favourites at most; remove one first.",
            ["max": "\(DiaryFavouritesAdd.favouritesMax)"]
        )
        try checker.finish()
        return now
    }

    /// Stores a new favourite, and publishes the change.
    ///
    /// - Returns: False if the user has as many as allowed.
    func insertFavourite(_ food: FoodID, of user: UserID, at time: String) throws -> Bool {
        let count: Int? = try reader.scalar("SELECT count(*) FROM favourite WHERE user_id = ?", [user.description])
        guard (count ?? 0) < DiaryFavouritesAdd.favouritesMax else { return false }
        try execute(
            "INSERT INTO favourite (user_id, food_id, added_at) VALUES (?, ?, ?)",
            [user.description, food.description, time]
        )
        try publishFavourites(of: user)
        return true
    }

    /// Stores the number of a change of the favourites, and publishes it.
    fileprivate func publishFavourites(of user: UserID) throws {
        let change = try nextChange(of: user)
        try execute(
            """
            INSERT INTO favourite_list (user_id, changed) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET changed = excluded.changed
            """,
            [user.description, change]
        )
        try emit(DiaryDataChanged(kind: .favourites, date: nil, version: change), of: user)
    }
}

extension SQLReader {
    /// Joins each favourite with the user's own copy of its food, and with the one for all users.
    static let foodsOfFavourites =
        """
        LEFT JOIN stored_food AS own ON own.user_id = favourite.user_id AND own.id = favourite.food_id
        LEFT JOIN stored_food AS seen_by_all ON seen_by_all.user_id = '' AND seen_by_all.id = favourite.food_id
        """

    /// Returns whether a food is a favourite of a user.
    func isFavourite(_ food: FoodID, of user: UserID) throws -> Bool {
        try row("SELECT 1 FROM favourite WHERE user_id = ? AND food_id = ?", [user.description, food.description])
            != nil
    }

    /// Returns a user's favourites, the newest first, each with its amount.
    fileprivate func favourites(of user: UserID) throws -> [FavouriteFood] {
        var items: [FavouriteFood] = []
        let language = try person(user).language
        try forEach(
            """
            SELECT favourite.added_at, coalesce(own.snapshot, seen_by_all.snapshot),
                entry.grams, entry.portion, entry.portion_grams, entry.quantity
            FROM favourite
            \(Self.foodsOfFavourites)
            LEFT JOIN food_use ON food_use.user_id = favourite.user_id AND food_use.food_id = favourite.food_id
                AND food_use.meal = ?
            LEFT JOIN entry ON entry.user_id = food_use.user_id AND entry.id = food_use.last_entry
            WHERE favourite.user_id = ? ORDER BY favourite.number DESC
            """,
            [FoodUseRow.anyMeal, user.description]
        ) { row in
            // A private copy goes with the food, if its owner has removed it.
            guard let snapshot = row.optionalText(1) else { return true }
            let food = try JSONText(text: snapshot).decode(Food.self)
            let amount = row.isNull(2) ? UsualAmount(firstOf: food) : UsualAmount(row, from: 2)
            items.append(FavouriteFood(food.named(in: language), amount, addedAt: row.text(0)))
            return true
        }
        return items
    }
}

extension FavouriteFood {
    fileprivate init(_ food: Food, _ amount: UsualAmount, addedAt: String) {
        self.init(
            FoodWithAmount(food, grams: amount.weight, portion: amount.portion, quantity: amount.quantity),
            addedAt: addedAt
        )
    }
}
