import Contracts
import Storage

extension SQLReader {
    /// Somebody's cart, with what its foods have.
    func cart(of user: UserID) throws -> Cart {
        let row = try cartRow(of: user)
        let items = try cartItems(of: user).map { CartItem($0, try cartFood($0.food, of: user)) }
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

    /// A food of a cart, which was kept when it was put in.
    func cartFood(_ id: FoodID, of user: UserID) throws -> Food {
        guard let food = try keptFood(id, of: user) else {
            throw ServiceError(.internalError, "A cart holds a food that the diary does not.")
        }
        return food
    }
}

extension CartItem {
    fileprivate init(_ row: CartItemRow, _ food: Food) {
        self.init(
            foodId: row.food,
            name: food.name,
            imageURL: food.lastingImageURL,
            grams: row.grams,
            portion: row.portion?.name,
            quantity: row.quantity,
            nutrients: Nutrients(per100gOf: food).inGrams(row.grams),
            addedAt: row.addedAt
        )
    }
}
