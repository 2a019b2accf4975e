/// The caller's cart.
package struct DiaryCartGet: Contract {
    package typealias Reply = Cart

    package static let method = Method("diary.cart.get", of: .diary, .read, .user)

    package init() {}
}

/// Changes the energy that a cart has besides its foods.
///
/// With `ifVersion`, only that version of it.
package struct DiaryCartUpdate: Contract {
    package typealias Reply = Cart

    package static let method = Method("diary.cart.update", of: .diary, .keyedWrite, .user)

    package var ifVersion: Int?
    package var additionalKcal: Patch<Double> = .unchanged
    package var additionalName: Patch<String> = .unchanged

    package init(ifVersion: Int? = nil) {
        self.ifVersion = ifVersion
    }
}

/// Puts a food into the cart, or changes how much of it is there.
///
/// An amount takes the place of what is there, so that the last device stands. `more` adds to it, so that the taps of two
/// devices both count. With `ifVersion`, only that version of the cart is changed.
package struct DiaryCartItemsSet: Contract {
    package typealias Reply = Cart

    /// What one `more` of a food by weight is, in grams.
    package static let gramsPerStep = 10.0

    package static let method = Method("diary.cart.items.set", of: .diary, .keyedWrite, .user)

    package var foodId: FoodID
    package var ifVersion: Int?
    package var grams: Double?
    package var portion: String?
    package var quantity: Double?
    /// How many of the food's portion in the cart are added.
    ///
    /// Of a food that is there by weight, 10 g count as one; of one that is not there, its first portion. A negative number takes
    /// away, and at nothing the food goes.
    package var more: Double?

    package init(
        foodId: FoodID,
        ifVersion: Int? = nil,
        grams: Double? = nil,
        portion: String? = nil,
        quantity: Double? = nil,
        more: Double? = nil
    ) {
        self.foodId = foodId
        self.ifVersion = ifVersion
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
        self.more = more
    }
}

/// Takes a food out of the cart; one that is not in it is no error.
///
/// With `ifVersion`, only from that version of it.
package struct DiaryCartItemsRemove: Contract {
    package typealias Reply = Cart

    package static let method = Method("diary.cart.items.remove", of: .diary, .keyedWrite, .user)

    package var foodId: FoodID
    package var ifVersion: Int?

    package init(foodId: FoodID, ifVersion: Int? = nil) {
        self.foodId = foodId
        self.ifVersion = ifVersion
    }
}

/// Logs everything that is in the cart, all or nothing, and empties it.
///
/// With `ifVersion`, only that version of it.
package struct DiaryCartCheckout: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// The day, as it now is.
        package var day: DiaryDay
        /// What was logged, in its order.
        package var entries: [EntryID]
        /// The cart, as it now is.
        package var cart: Cart

        package init(day: DiaryDay, entries: [EntryID], cart: Cart) {
            self.day = day
            self.entries = entries
            self.cart = cart
        }
    }

    package static let method = Method("diary.cart.checkout", of: .diary, .keyedWrite, .user)

    package var ifVersion: Int?
    package var date: DayReference
    package var meal: Meal

    package init(ifVersion: Int? = nil, date: DayReference, meal: Meal) {
        self.ifVersion = ifVersion
        self.date = date
        self.meal = meal
    }
}
