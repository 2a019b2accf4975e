import Storage

extension DiarySchema {
    /// Foods collected to be logged together.
    static let cart = Migration(
        "diary-cart-1",
        """
        -- One row a person, from their first change of it on: its version goes on when it is empty again.
        CREATE TABLE cart (
            user_id TEXT PRIMARY KEY NOT NULL,
            version INTEGER NOT NULL CHECK (version >= 1),
            changed INTEGER NOT NULL,
            additional_kcal REAL CHECK (additional_kcal >= 0),
            additional_name TEXT
        ) STRICT, WITHOUT ROWID;

        -- What each food has is in the table food, as the catalogue told it last.
        CREATE TABLE cart_item (
            user_id TEXT NOT NULL,
            food_id TEXT NOT NULL,
            -- The order in which they were put in.
            number INTEGER NOT NULL,
            grams REAL NOT NULL CHECK (grams > 0),
            portion TEXT,
            portion_grams REAL CHECK (portion_grams > 0),
            quantity REAL CHECK (quantity > 0),
            added_at TEXT NOT NULL,
            PRIMARY KEY (user_id, food_id),
            CHECK ((portion IS NULL) = (quantity IS NULL) AND (portion IS NULL) = (portion_grams IS NULL))
        ) STRICT, WITHOUT ROWID;
        """
    )

    /// Adds what one step adds to an item that a step has put into the cart.
    static let cartSteps = Migration(
        "diary-cart-steps-1",
        "ALTER TABLE cart_item ADD COLUMN step REAL CHECK (step > 0);"
    )

    /// The cart; a user with a cart has taken change numbers for it.
    static let cartTables = DiaryTables(
        exported: [
            CartRow.table.exported(as: "cart", key: ["user_id"]),
            CartItemRow.table.exported(as: "cartItems", key: ["food_id"]),
        ]
    )
}
