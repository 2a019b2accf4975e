public import Calendar
public import JSONCoding

/// Returns the caller's cart.
public struct DiaryCartGet: Contract {
    public typealias Reply = Cart

    public static let method = Method("diary.cart.get", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/cart",
        "Returns the caller's cart.",
        scope: .diaryRead
    )

    public init() {}
}

/// Changes the additional energy of the cart.
///
/// With `ifVersion`, only if the cart has that version.
public struct DiaryCartUpdate: Contract {
    public typealias Reply = Cart

    public static let method = Method("diary.cart.update", of: .diary, .keyedWrite, .user).route(
        .patch,
        "/v1/diary/cart",
        "Changes the cart's additional energy.",
        scope: .diaryWrite
    )

    public static let rules: Rules<Self> = [
        .range(\.additionalKcal, EntryLimits.kcal),
        .entryName(\.additionalName),
    ]

    public var ifVersion: Int?
    public var additionalKcal: Patch<Double> = .unchanged
    public var additionalName: Patch<String> = .unchanged

    public init(ifVersion: Int? = nil) {
        self.ifVersion = ifVersion
    }
}

/// Adds a food to the cart, or changes its amount.
///
/// An absolute amount replaces the current one, so the last writer wins. `more` is added to it, so that concurrent
/// changes of two devices both count. The first `more` of a food puts its usual amount, and later ones add that amount
/// again. With `ifVersion`, the change is made only if the cart has that version.
public struct DiaryCartItemsSet: Contract {
    public typealias Reply = Cart

    /// What the first `more` of a food puts into the cart.
    public enum First: String, Codable, Sendable, CaseIterable {
        /// The amount that the user logged last; else the food's first portion; else
        /// ``DiaryCartItemsSet/gramsAtFirst``.
        case usual
        /// The food's first portion; else ``DiaryCartItemsSet/gramsPerStep``.
        case step
    }

    /// The amount of one `more` for a food with an amount that was set by weight, in grams.
    public static let gramsPerStep = 10.0
    /// The amount of one `more` for a food with an amount in millilitres: a few sips.
    public static let mlPerStep = 50.0
    /// The first amount of a food without portions that the user has not logged before, in grams: what its nutrients
    /// are stated for.
    public static let gramsAtFirst = 100.0

    public static let method = Method("diary.cart.items.set", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/cart/items/{foodId}",
        "Adds a food to the cart, or changes its amount.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [
        .weight(grams: \.grams, ml: \.ml, portion: \.portion, quantity: \.quantity),
        .range(\.more, EntryLimits.more),
        .presence(
            of: [.field(\.more), .field(\.grams), .field(\.ml), .field(\.portion), .field(\.quantity)],
            .excludes,
            at: 0,
            .notAllowed,
            "Give an amount or a change of the amount, not both."
        ) { $0.more == nil || !$0.isAmount },
        .presence(of: [.field(\.quantity), .field(\.portion)], .needs, at: 1, .missing, "quantity needs a portion.") {
            $0.quantity == nil || $0.portion != nil || $0.grams != nil || $0.ml != nil
        },
        .presence(
            of: [.field(\.grams), .field(\.ml), .field(\.portion), .field(\.quantity), .field(\.more)],
            .atLeastOne,
            at: 0,
            .missing,
            "Give an amount: grams, ml, a portion and its quantity, or more."
        ) { $0.isAmount || $0.more != nil },
    ]

    /// Whether it names an amount instead of a change of the amount.
    private var isAmount: Bool { grams != nil || ml != nil || portion != nil || quantity != nil }

    public var foodId: FoodID
    public var ifVersion: Int?
    public var grams: Double?
    /// Millilitres of a food with a density; the item has them as the portion ``Portion/ml``.
    public var ml: Double?
    public var portion: String?
    public var quantity: Double?
    /// The number of steps to add to the current amount; `step` of the item is the amount of one.
    ///
    /// For a food that is not in the cart, it is a number of first amounts, which become its steps. A negative number
    /// reduces the amount. At 0 or less the food is removed.
    public var more: Double?
    /// What the first `more` puts into the cart; the usual amount by default.
    public var first: First?

    public init(
        foodId: FoodID,
        ifVersion: Int? = nil,
        grams: Double? = nil,
        ml: Double? = nil,
        portion: String? = nil,
        quantity: Double? = nil,
        more: Double? = nil,
        first: First? = nil
    ) {
        self.foodId = foodId
        self.ifVersion = ifVersion
        self.grams = grams
        self.ml = ml
        self.portion = portion
        self.quantity = quantity
        self.more = more
        self.first = first
    }
}

/// Removes a food from the cart; no error if it is not in it.
///
/// With `ifVersion`, only if the cart has that version.
public struct DiaryCartItemsRemove: Contract {
    public typealias Reply = Cart

    public static let method = Method("diary.cart.items.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/diary/cart/items/{foodId}",
        "Removes a food from the cart.",
        scope: .diaryWrite
    )

    public var foodId: FoodID
    public var ifVersion: Int?

    public init(foodId: FoodID, ifVersion: Int? = nil) {
        self.foodId = foodId
        self.ifVersion = ifVersion
    }
}

/// Logs all contents of the cart atomically and empties it.
///
/// With `ifVersion`, only if the cart has that version.
public struct DiaryCartCheckout: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        /// The day after the change.
        public var day: DiaryDay
        /// The new entries, in the order of the cart.
        public var entries: [EntryID]
        /// The cart after the change.
        public var cart: Cart

        public init(day: DiaryDay, entries: [EntryID], cart: Cart) {
            self.day = day
            self.entries = entries
            self.cart = cart
        }
    }

    public static let method = Method("diary.cart.checkout", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/diary/cart/checkout",
        "Logs the contents of the cart as entries of a meal, and empties the cart.",
        scope: .diaryWrite,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    public var ifVersion: Int?
    public var date: DayReference
    public var meal: Meal

    public init(ifVersion: Int? = nil, date: DayReference, meal: Meal) {
        self.ifVersion = ifVersion
        self.date = date
        self.meal = meal
    }
}

extension API {
    /// The contracts of this file.
    static let cartMethods: [any Contract.Type] = [
        DiaryCartGet.self, DiaryCartUpdate.self, DiaryCartItemsSet.self, DiaryCartItemsRemove.self,
        DiaryCartCheckout.self,
    ]
}
