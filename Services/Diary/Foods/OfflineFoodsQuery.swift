package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns the foods that the caller has logged last, as stored here, each with its last amount.
    package func offlineFoods(
        _ request: DiaryFoodsOffline,
        _ context: RequestContext
    ) async throws -> DiaryFoodsOffline.Reply {
        let user = try context.user()
        return try await store.read { reader in
            DiaryFoodsOffline.Reply(items: try reader.offlineFoods(of: user, in: request.language))
        }
    }
}

extension SQLReader {
    /// CROSS JOIN makes SQLite scan the index of uses by time, and stop at the limit.
    private static let lastFoods =
        """
        SELECT coalesce(own.snapshot, seen_by_all.snapshot), food_use.count,
            entry.grams, entry.portion, entry.portion_grams, entry.quantity
        FROM food_use CROSS JOIN entry
        LEFT JOIN stored_food AS own ON own.user_id = food_use.user_id AND own.id = food_use.food_id
        LEFT JOIN stored_food AS seen_by_all ON seen_by_all.user_id = '' AND seen_by_all.id = food_use.food_id
        WHERE entry.user_id = food_use.user_id AND entry.id = food_use.last_entry
            AND food_use.user_id = ? AND food_use.meal = ?
        ORDER BY food_use.last_at DESC, food_use.food_id DESC LIMIT ?
        """

    fileprivate func offlineFoods(of user: UserID, in language: String?) throws -> [OfflineRecentFood] {
        var (items, bytes): ([OfflineRecentFood], Int) = ([], 0)
        let arguments: [SQLValue?] = [user.description, FoodUseRow.anyMeal, DiaryFoodsOffline.foodsMax]
        let language = try language ?? person(user).language
        try forEach(Self.lastFoods, arguments) { row in
            // Entries of imported files have foods that the catalog never answered.
            guard let snapshot = row.optionalText(0) else { return true }
            bytes += snapshot.utf8.count
            guard bytes <= CatalogOffline.replyBytesMax else { return false }
            let amount = UsualAmount(row, from: 2)
            var food = try JSONText(text: snapshot).decode(Food.self).named(in: language)
            food.picture = FoodPicture.path(of: food.id)
            for index in food.portions.indices { food.portions[index].names = nil }
            items.append(
                OfflineRecentFood(
                    food: food,
                    grams: row.number(2),
                    portion: amount.portion?.name,
                    quantity: amount.quantity,
                    count: Int(row.integer(1))
                )
            )
            return true
        }
        return items
    }
}
