public import JSONCoding

/// The foods that a plan needs, with what was bought already.
public struct ShoppingList: Codable, Sendable, Equatable, Versioned {
    public var planId: PlanID
    /// By category, then by name; foods without a category come last.
    public var items: [ShoppingItem]
    /// Number of changes of the list and of the plan's dishes, from 1.
    public var version: Int

    public init(planId: PlanID, items: [ShoppingItem], version: Int) {
        self.planId = planId
        self.items = items
        self.version = version
    }
}

/// A food of a shopping list.
public struct ShoppingItem: Codable, Sendable, Equatable {
    public var foodId: FoodID
    public var name: String
    /// The address of the food's picture, a path on this server.
    public var picture: String?
    @Nullable public var category: String?
    /// The weight of all dishes of the plan with this food.
    public var grams: Double
    /// The same as portions, in the order in which the plan needs them.
    public var portions: [ShoppingPortion]
    /// Whether it was ticked; a tick ends if the plan then needs more.
    public var isTicked: Bool

    public init(
        foodId: FoodID,
        name: String,
        category: String?,
        grams: Double,
        portions: [ShoppingPortion],
        isTicked: Bool
    ) {
        self.foodId = foodId
        self.name = name
        picture = FoodPicture.path(of: foodId)
        self.category = category
        self.grams = grams
        self.portions = portions
        self.isTicked = isTicked
    }
}

/// A number of portions to buy.
public struct ShoppingPortion: Codable, Sendable, Equatable {
    /// The name of the portion, the same in all languages.
    public var name: String
    /// What to show instead of the name in the user's language; omitted if it has no other name there.
    public var label: String?
    public var quantity: Int

    public init(name: String, label: String? = nil, quantity: Int) {
        self.name = name
        self.label = label
        self.quantity = quantity
    }
}

/// Returns the shopping list of a plan.
public struct DiaryPlansShoppingGet: Contract {
    public typealias Reply = ShoppingList

    public static let method = Method("diary.plans.shopping.get", of: .diary, .read, .user).route(
        .get,
        "/v1/plans/{id}/shopping",
        "Returns the shopping list of a meal plan.",
        scope: .diaryRead,
        errors: [.notFound]
    )

    /// The plan.
    public var id: PlanID

    public init(id: PlanID) {
        self.id = id
    }
}

/// Ticks a food of a shopping list, or removes the tick.
///
/// Without `ifVersion` the last write wins, and a repeated request changes nothing. With it, the change is made only if
/// the list has that version.
public struct DiaryPlansShoppingSet: Contract {
    public typealias Reply = ShoppingList

    public static let method = Method("diary.plans.shopping.set", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/plans/{id}/shopping/{foodId}",
        "Ticks a food of a meal plan's shopping list, or removes the tick.",
        scope: .diaryWrite,
        errors: [.notFound]
    )

    /// The plan.
    public var id: PlanID
    public var foodId: FoodID
    public var ifVersion: Int?
    public var isTicked: Bool

    public init(id: PlanID, foodId: FoodID, ifVersion: Int? = nil, isTicked: Bool) {
        self.id = id
        self.foodId = foodId
        self.ifVersion = ifVersion
        self.isTicked = isTicked
    }
}

extension API {
    /// The contracts of this file.
    static let shoppingList: [any Contract.Type] = [DiaryPlansShoppingGet.self, DiaryPlansShoppingSet.self]
}
