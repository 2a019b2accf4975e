import Contracts
import Storage

/// A stored cart without its items.
struct CartRow: Equatable {
    /// The cart of a user without a row.
    static let empty = CartRow(version: 0, additionalKcal: nil, additionalName: nil)

    var version: Int
    var additionalKcal: Double?
    var additionalName: String?
}

/// The amount of one food in a cart.
struct CartItemRow: Equatable {
    let food: FoodID
    /// Its position in the order in which foods were added.
    var number: Int
    var grams: Double
    /// Nil for an item by weight.
    var portion: Portion?
    var quantity: Double?
    var addedAt: String
}

extension SQLReader {
    func cartRow(of user: UserID) throws -> CartRow {
        let row = try row(
            "SELECT version, additional_kcal, additional_name FROM cart WHERE user_id = ?",
            [user.description]
        )
        guard let row else { return .empty }
        return CartRow(
            version: try row.value("version"),
            additionalKcal: row.optional("additional_kcal"),
            additionalName: row.optional("additional_name")
        )
    }

    /// Returns the items of a cart in the order in which they were added.
    func cartItems(of user: UserID) throws -> [CartItemRow] {
        try rows("SELECT * FROM cart_item WHERE user_id = ? ORDER BY number", [user.description]).map {
            try $0.cartItem()
        }
    }

    func cartItem(_ food: FoodID, of user: UserID) throws -> CartItemRow? {
        try row(
            "SELECT * FROM cart_item WHERE user_id = ? AND food_id = ?",
            [user.description, food.description]
        )?.cartItem()
    }
}

extension SQLTransaction {
    /// Stores a cart under its next version and the number of the next change, and publishes the change.
    func store(_ cart: CartRow, of user: UserID) throws {
        let version = cart.version + 1
        try execute(
            """
            INSERT INTO cart (user_id, version, changed, additional_kcal, additional_name) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET
                version = excluded.version, changed = excluded.changed,
                additional_kcal = excluded.additional_kcal, additional_name = excluded.additional_name
            """,
            [
                user.description, version, try nextChange(of: user), cart.additionalKcal,
                cart.additionalName,
            ]
        )
        try emit(DiaryDataChanged(kind: .cart, date: nil, version: version), of: user)
    }

    /// Stores an item of a cart; an existing item stays at its position.
    func store(_ item: CartItemRow, of user: UserID) throws {
        try execute(
            """
            INSERT INTO cart_item (user_id, food_id, number, grams, portion, portion_grams, quantity, added_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, food_id) DO UPDATE SET
                grams = excluded.grams, portion = excluded.portion, portion_grams = excluded.portion_grams,
                quantity = excluded.quantity
            """,
            [
                user.description, item.food.description, item.number, item.grams, item.portion?.name,
                item.portion?.grams, item.quantity, item.addedAt,
            ]
        )
    }

    func removeCartItem(_ food: FoodID, of user: UserID) throws {
        try execute(
            "DELETE FROM cart_item WHERE user_id = ? AND food_id = ?",
            [user.description, food.description]
        )
    }

    func removeCartItems(of user: UserID) throws {
        try execute("DELETE FROM cart_item WHERE user_id = ?", [user.description])
    }
}

extension SQLRow {
    func cartItem() throws -> CartItemRow {
        guard let food = FoodID(try value("food_id", as: String.self)) else {
            throw ServiceError(.internalError, "A cart holds an item with an unreadable food id.")
        }
        let name: String? = optional("portion")
        return CartItemRow(
            food: food,
            number: try value("number"),
            grams: try value("grams"),
            portion: try name.map { Portion(name: $0, grams: try value("portion_grams")) },
            quantity: optional("quantity"),
            addedAt: try value("added_at")
        )
    }
}
