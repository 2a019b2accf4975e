import Contracts
import Storage

/// Recomputes the uses of foods from all entries of a user.
struct FoodUseRecomputation {
    /// A row as the diary stores it.
    struct Use: Hashable {
        let food: String
        let meal: String
        let count: Int
        let lastAt: String
        let lastEntry: String
    }

    private let entries: [DiaryEntry]

    init(_ entries: [DiaryEntry]) {
        self.entries = entries.filter { $0.foodId != nil }
    }

    /// Returns the newest entry of each food and the number of entries, in one meal or all.
    private func newest(_ meal: Meal?) -> [(entry: DiaryEntry, count: Int)] {
        Dictionary(grouping: entries.filter { meal == nil || $0.meal == meal }) { $0.foodId }.values.compactMap {
            group in
            let newest = group.max { ($0.at, $0.id.description) < ($1.at, $1.id.description) }
            return newest.map { ($0, group.count) }
        }
    }

    var uses: Set<Use> {
        Set(
            ([nil] + Meal.allCases).flatMap { meal in
                newest(meal).map { entry, count in
                    Use(
                        food: entry.foodId?.description ?? "",
                        meal: meal?.rawValue ?? "any",
                        count: count,
                        lastAt: entry.at,
                        lastEntry: entry.id.description
                    )
                }
            }
        )
    }

    var published: [FoodID: FoodLogged] {
        var published: [FoodID: FoodLogged] = [:]
        for (entry, count) in newest(nil) {
            guard let food = entry.foodId else { continue }
            published[food] = FoodLogged(
                foodId: food,
                count: count,
                lastAt: entry.at,
                lastMeal: entry.meal,
                lastAmount: entry.grams.map {
                    UsualFoodAmount(grams: $0, portion: entry.portion, quantity: entry.quantity)
                }
            )
        }
        return published
    }

    /// Returns the expected reply for recent foods.
    func recent(_ meal: Meal?) -> [RecentFood] {
        let items = newest(meal).compactMap { entry, count in
            entry.foodId.map { food in
                RecentFood(
                    FoodWithAmount(
                        foodId: food,
                        name: entry.name,
                        imageURL: entry.imageURL,
                        grams: entry.grams ?? 0,
                        portion: entry.portion,
                        quantity: entry.quantity,
                        nutrients: entry.nutrients
                    ),
                    meal: entry.meal,
                    count: count,
                    lastAt: entry.at
                )
            }
        }
        return items.sorted { ($1.lastAt, $1.foodId.description) < ($0.lastAt, $0.foodId.description) }
    }

    /// Returns the stored uses of all users.
    static func stored(in diary: DiaryFixture) async throws -> Set<Use> {
        try await stored(in: diary.store)
    }

    static func stored(in store: Store) async throws -> Set<Use> {
        try await store.read { reader in
            let rows = try reader.rows("SELECT food_id, meal, count, last_at, last_entry FROM food_use")
            return Set(
                try rows.map { row in
                    Use(
                        food: try row.value("food_id"),
                        meal: try row.value("meal"),
                        count: try row.value("count"),
                        lastAt: try row.value("last_at"),
                        lastEntry: try row.value("last_entry")
                    )
                }
            )
        }
    }
}
