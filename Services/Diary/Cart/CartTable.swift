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

extension CartRow {
    /// The table; the user and the number of the change precede the columns.
    static let table = RecordTable(
        "cart",
        key: ["user_id"],
        outer: [("user_id", .owner), ("changed", .plain)],
        [
            RecordColumn("version", { $0.version }, { $0.version = $1 }),
            RecordColumn("additional_kcal", { $0.additionalKcal }, { $0.additionalKcal = $1 }),
            RecordColumn("additional_name", { $0.additionalName }, { $0.additionalName = $1 }),
        ],
        blank: empty
    )
}

/// The amount of one food in a cart.
struct CartItemRow: Equatable {
    var food: FoodID
    /// Its position in the order in which foods were added.
    var number: Int
    var grams: Double
    /// Nil for an item by weight.
    var portion: Portion?
    var quantity: Double?
    /// What one `more` adds, in portions or in grams; nil for one portion or ``DiaryCartItemsSet/gramsPerStep``.
    var step: Double?
    var addedAt: String
}

extension CartItemRow {
    private static let blank = CartItemRow(
        food: FoodID(UUIDv7(high: 0, low: 0)),
        number: 0,
        grams: 0,
        portion: nil,
        quantity: nil,
        step: nil,
        addedAt: ""
    )

    /// The table; the user precedes the columns.
    ///
    /// A changed item keeps its position and time.
    static let table = RecordTable(
        "cart_item",
        key: ["user_id", "food_id"],
        outer: [("user_id", .owner)],
        fixed: ["number", "added_at"],
        [
            RecordColumn("food_id", { $0.food }, { $0.food = $1 }),
            RecordColumn("number", { $0.number }, { $0.number = $1 }),
            RecordColumn("grams", { $0.grams }, { $0.grams = $1 }),
            RecordColumn("portion", { $0.portion?.name }, { $0.portion = $1.map { Portion(name: $0, grams: 0) } }),
            RecordColumn("portion_grams", { $0.portion?.grams }, { $0.portion?.grams = $1 ?? 0 }),
            RecordColumn("quantity", { $0.quantity }, { $0.quantity = $1 }),
            RecordColumn("step", { $0.step }, { $0.step = $1 }),
            RecordColumn("added_at", { $0.addedAt }, { $0.addedAt = $1 }),
        ],
        blank: blank
    )
}

extension SQLReader {
    private static let cart = CartRow.table.columns.select("FROM cart WHERE user_id = ?")
    private static let cartItems = CartItemRow.table.columns.select("FROM cart_item WHERE user_id = ? ORDER BY number")
    private static let cartItem = CartItemRow.table.columns.select("FROM cart_item WHERE user_id = ? AND food_id = ?")

    func cartRow(of user: UserID) throws -> CartRow {
        try first(Self.cart, [user.description], CartRow.table.columns.record) ?? .empty
    }

    /// Returns the items of a cart in the order in which they were added.
    func cartItems(of user: UserID) throws -> [CartItemRow] {
        try records(CartItemRow.table.columns, Self.cartItems, [user.description])
    }

    func cartItem(_ food: FoodID, of user: UserID) throws -> CartItemRow? {
        try first(Self.cartItem, [user.description, food.description], CartItemRow.table.columns.record)
    }
}

extension SQLTransaction {
    /// Stores a cart under its next version and the number of the next change, and publishes the change.
    func store(_ cart: CartRow, of user: UserID) throws {
        let changed = try nextChange(of: user)
        var next = cart
        next.version += 1
        try upsert(next, into: CartRow.table) {
            $0.bind(user.description)
            $0.bind(changed)
        }
        try emit(DiaryDataChanged(kind: .cart, date: nil, version: next.version), of: user)
    }

    /// Stores an item of a cart; an existing item stays at its position.
    func store(_ item: CartItemRow, of user: UserID) throws {
        try upsert(item, into: CartItemRow.table) { $0.bind(user.description) }
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
