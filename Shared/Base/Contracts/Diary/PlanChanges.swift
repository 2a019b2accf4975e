public import Calendar
public import JSONCoding

/// Changes a plan: its name, its first day, and portions of dishes.
///
/// With `ifVersion`, only if the plan has that version. A dish that the diary has keeps its portions, because the entry
/// has an amount of its own.
public struct DiaryPlansUpdate: Contract {
    public typealias Reply = DiaryPlan

    public static let method = Method("diary.plans.update", of: .diary, .keyedWrite, .user).route(
        .patch,
        "/v1/plans/{id}",
        "Changes the name, the first day, and portions of dishes of a meal plan.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [
        .planName(\.name),
        .day(\.from),
        .items(\.portions, 0...PlanLimits.dishesMax),
        .each(\.portions, DishPortion.rules, first: PlanLimits.dishesMax),
    ]

    public var id: PlanID
    public var ifVersion: Int?
    public var name: Patch<String> = .unchanged
    /// The day of the menu's first day; the targets of the days stay those that the menu was made for.
    public var from: DayReference?
    public var portions: [DishPortion]?

    public init(
        id: PlanID,
        ifVersion: Int? = nil,
        name: Patch<String> = .unchanged,
        from: DayReference? = nil,
        portions: [DishPortion]? = nil
    ) {
        self.id = id
        self.ifVersion = ifVersion
        self.name = name
        self.from = from
        self.portions = portions
    }
}

/// The portions of a dish of a plan.
public struct DishPortion: Codable, Sendable, Equatable {
    static let rules: Rules<Self> = [
        .range(\.day, PlanLimits.days),
        .range(\.quantity, PlanLimits.quantity),
        .length(\.portion, PlanLimits.textLength),
    ]

    /// The day of the menu, from 1.
    public var day: Int
    public var foodId: FoodID
    public var quantity: Int
    /// The name of a portion of the food; the one of the dish by default.
    public var portion: String?

    public init(day: Int, foodId: FoodID, quantity: Int, portion: String? = nil) {
        self.day = day
        self.foodId = foodId
        self.quantity = quantity
        self.portion = portion
    }
}

/// Removes a plan with its shopping list; entries of the diary stay.
///
/// With `ifVersion`, only if the plan has that version.
public struct DiaryPlansRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("diary.plans.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/plans/{id}",
        "Removes a meal plan and its shopping list; entries in the diary stay.",
        scope: .diaryWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: PlanID
    public var ifVersion: Int?

    public init(id: PlanID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// Lists foods that can replace a dish of a plan, those with which the day meets its target first.
///
/// None of them is in the plan, has an allergen of the caller's list, or is disliked.
public struct DiaryPlansAlternatives: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [PlanAlternative]

        public init(items: [PlanAlternative]) {
            self.items = items
        }
    }

    public static let limitDefault = 10

    public static let method = Method("diary.plans.alternatives", of: .diary, .read, .user).route(
        .get,
        "/v1/plans/{id}/alternatives",
        "Lists foods that can replace a dish of a meal plan, the best ones first.",
        scope: .diaryRead,
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [
        .range(\.day, PlanLimits.days), .range(\.limit, PlanLimits.alternatives),
    ]

    public var id: PlanID
    /// The day of the menu, from 1.
    public var day: Int
    /// The food of the dish.
    public var foodId: FoodID
    public var limit: Int?

    public init(id: PlanID, day: Int, foodId: FoodID, limit: Int? = nil) {
        self.id = id
        self.day = day
        self.foodId = foodId
        self.limit = limit
    }
}

/// Replaces a dish of a plan by another food, in the amount that suits the day best.
///
/// With `ifVersion`, only if the plan has that version. A repeated request for a named food changes nothing. A dish in
/// the diary stays.
public struct DiaryPlansExchange: Contract {
    public typealias Reply = DiaryPlan

    public static let method = Method("diary.plans.exchange", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/plans/{id}/exchange",
        "Replaces a dish of a meal plan by one of its alternatives.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [
        .range(\.day, PlanLimits.days),
        .relation(\.to, .notAllowed, "{field} must be another food.") { $0.to != $0.foodId },
    ]

    public var id: PlanID
    public var ifVersion: Int?
    /// The day of the menu, from 1.
    public var day: Int
    /// The food of the dish.
    public var foodId: FoodID
    /// One of the alternatives; the first one that meets the day's target by default.
    public var to: FoodID?

    public init(id: PlanID, ifVersion: Int? = nil, day: Int, foodId: FoodID, to: FoodID? = nil) {
        self.id = id
        self.ifVersion = ifVersion
        self.day = day
        self.foodId = foodId
        self.to = to
    }
}

/// Adds one dish or all dishes of a day of a plan to the caller's diary.
///
/// Each dish has an entry with an id of its own, so a repeated request adds nothing. A dish with a removed entry is
/// logged again only with `again`.
public struct DiaryPlansLog: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var plan: DiaryPlan
        /// The entries of the requested dishes that the diary has now, in the order of the menu.
        public var entries: [DiaryEntry]

        public init(plan: DiaryPlan, entries: [DiaryEntry]) {
            self.plan = plan
            self.entries = entries
        }
    }

    public static let method = Method("diary.plans.log", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/plans/{id}/log",
        "Adds one dish or a day of a meal plan to the diary, each dish once.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [.range(\.day, PlanLimits.days), .day(\.date)]

    public var id: PlanID
    /// The day of the menu, from 1.
    public var day: Int
    /// The food of the dish; all dishes of the day by default.
    public var foodId: FoodID?
    /// The day of the diary; the day for which it was planned by default.
    public var date: DayReference?
    /// Whether to log dishes with removed entries again.
    public var again: Bool?

    public init(id: PlanID, day: Int, foodId: FoodID? = nil, date: DayReference? = nil, again: Bool? = nil) {
        self.id = id
        self.day = day
        self.foodId = foodId
        self.date = date
        self.again = again
    }
}

extension API {
    /// The contracts of this file.
    static let planChanges: [any Contract.Type] = [
        DiaryPlansUpdate.self, DiaryPlansRemove.self, DiaryPlansAlternatives.self, DiaryPlansExchange.self,
        DiaryPlansLog.self,
    ]
}
