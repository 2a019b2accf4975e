package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Returns the foods that the caller has logged most recently or most often.
    package func recentFoods(
        _ request: DiaryFoodsRecent,
        _ context: RequestContext
    ) async throws -> DiaryFoodsRecent.Reply {
        let user = try context.user()
        let limit = request.limit ?? DiaryFoodsRecent.limitDefault
        let now = now()
        return try await store.read { reader in
            let foods = try reader.recentFoods(request, limit: limit, of: user)
            return DiaryFoodsRecent.Reply(items: try reader.withSignedImages(foods, \.food.imageURL, at: now))
        }
    }
}

extension SQLReader {
    private static let mostRecent = statement(order: "food_use.last_at DESC, food_use.food_id DESC")
    private static let mostFrequent = statement(
        order: "food_use.count DESC, food_use.last_at DESC, food_use.food_id DESC"
    )

    private static func statement(order: String) -> String {
        """
        SELECT \(DiaryEntry.columns.qualifiedList), food_use.count, food_use.last_at
        FROM food_use CROSS JOIN entry
        WHERE entry.user_id = food_use.user_id AND entry.id = food_use.last_entry
            AND food_use.user_id = ? AND food_use.meal = ? ORDER BY \(order) LIMIT ?
        """
    }

    /// Returns the foods of a user in the requested order, each with its newest entry.
    ///
    /// CROSS JOIN makes SQLite scan an index of uses and stop at the limit, however many entries exist.
    func recentFoods(_ request: DiaryFoodsRecent, limit: Int, of user: UserID) throws -> [RecentFood] {
        let statement =
            switch request.sort ?? .recent {
            case .recent: Self.mostRecent
            case .frequent: Self.mostFrequent
            }
        var foods: [RecentFood] = []
        try forEach(statement, [user.description, request.meal?.rawValue ?? FoodUseRow.anyMeal, limit]) { row in
            foods.append(try row.recentFood())
            return true
        }
        let names = try foodNames(of: foods.map(\.foodId), for: user)
        for index in foods.indices { foods[index].name = names[foods[index].foodId] ?? foods[index].name }
        try labelPortions(of: &foods, for: user)
        return foods
    }

    /// Labels the portions in the present language of the user; a food without a copy keeps the label of its entry.
    private func labelPortions(of foods: inout [RecentFood], for user: UserID) throws {
        guard let language = try person(user).language else { return }
        let measured = foods.filter { $0.portion != nil && $0.portion != Portion.ml }.map(\.foodId)
        let portions = try portions(of: measured, for: user)
        for index in foods.indices {
            let portion = portions[foods[index].foodId]?.first { $0.name == foods[index].portion }
            if let portion { foods[index].portionLabel = portion.label(in: language) }
        }
    }
}

extension SQLCursorRow {
    fileprivate func recentFood() throws -> RecentFood {
        let (entry, next) = (try DiaryEntry.columns.record(self), DiaryEntry.columns.count)
        guard let food = FoodWithAmount(entry) else { throw FoodUseRow.unreadable }
        return RecentFood(food, meal: entry.meal, count: Int(integer(next)), lastAt: text(next + 1))
    }
}
