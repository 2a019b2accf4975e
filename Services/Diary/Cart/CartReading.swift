import Contracts
import Storage

extension SQLReader {
    private static let cartFoods =
        """
        SELECT \(CartItemRow.table.columns.qualifiedList), coalesce(own.snapshot, seen_by_all.snapshot) FROM cart_item
        LEFT JOIN stored_food AS own ON own.user_id = cart_item.user_id AND own.id = cart_item.food_id
        LEFT JOIN stored_food AS seen_by_all ON seen_by_all.user_id = '' AND seen_by_all.id = cart_item.food_id
        WHERE cart_item.user_id = ? ORDER BY cart_item.number
        """

    /// Returns a user's cart with the names and nutrients of its foods.
    func cart(of user: UserID) throws -> Cart {
        let row = try cartRow(of: user)
        let language = try person(user).language
        let items = try cartFoods(of: user).map { CartItem($0.item, $0.food.named(in: language)) }
        var nutrients = items.map(\.nutrients)
        if let kcal = row.additionalKcal { nutrients.append(Nutrients(kcal: kcal)) }
        return Cart(
            version: row.version,
            items: items,
            additionalKcal: row.additionalKcal,
            additionalName: row.additionalName,
            totals: .sum(of: nutrients),
            incomplete: Nutrients.incomplete(in: nutrients)
        )
    }

    /// Returns the items of a cart in the order in which they were added, each with its food.
    func cartFoods(of user: UserID) throws -> [(item: CartItemRow, food: Food)] {
        var foods: [(item: CartItemRow, food: Food)] = []
        let columns = CartItemRow.table.columns
        try forEach(Self.cartFoods, [user.description]) { row in
            guard let snapshot = row.optionalText(columns.count) else { throw ServiceError.cartFoodIsMissing }
            foods.append((try columns.record(row), try JSONText(text: snapshot).decode(Food.self)))
            return true
        }
        return foods
    }

    /// Returns a food of a cart; its copy was stored when it was added.
    func cartFood(_ id: FoodID, of user: UserID) throws -> Food {
        guard let food = try storedFood(id, of: user) else {
            throw ServiceError.cartFoodIsMissing
        }
        return food
    }
}

extension ServiceError {
    fileprivate static let cartFoodIsMissing = ServiceError(
        .internalError,
        "The copy of a food in the cart is missing."
    )
}

extension CartItem {
    fileprivate init(_ row: CartItemRow, _ food: Food) {
        self.init(
            FoodWithAmount(food, grams: row.grams, portion: row.portion, quantity: row.quantity),
            step: row.stepOrDefault,
            addedAt: row.addedAt
        )
    }
}
