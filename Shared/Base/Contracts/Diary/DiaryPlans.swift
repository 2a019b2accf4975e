public import Calendar
public import JSONCoding

/// The kind of the ids of a diary's menus.
public enum PlanKind {}
public typealias PlanID = Identifier<PlanKind>

/// A menu for coming days.
public struct DiaryPlan: Codable, Sendable, Equatable, Versioned {
    public var id: PlanID
    /// The name that the user has given it; null without one.
    @Nullable public var name: String?
    /// RFC 3339, UTC.
    public var createdAt: String
    /// The day for which the menu's first day was planned.
    public var from: PlainDate
    /// The day to which its first day was copied in the diary; null before that.
    @Nullable public var appliedFrom: PlainDate?
    public var menu: MealPlan
    /// The dishes that the diary has now, in the order of the days.
    public var logged: [LoggedDish]
    /// Number of changes, from 1.
    public var version: Int

    public init(
        id: PlanID,
        name: String? = nil,
        createdAt: String,
        from: PlainDate,
        appliedFrom: PlainDate? = nil,
        menu: MealPlan,
        logged: [LoggedDish] = [],
        version: Int = 1
    ) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.from = from
        self.appliedFrom = appliedFrom
        self.menu = menu
        self.logged = logged
        self.version = version
    }

    /// Decodes a plan, also one that an earlier version has stored as a reply.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(PlanID.self, forKey: .id)
        _name = try container.decode(Nullable<String>.self, forKey: .name)
        createdAt = try container.decode(String.self, forKey: .createdAt)
        from = try container.decode(PlainDate.self, forKey: .from)
        _appliedFrom = try container.decode(Nullable<PlainDate>.self, forKey: .appliedFrom)
        menu = try container.decode(MealPlan.self, forKey: .menu)
        logged = try container.decodeIfPresent([LoggedDish].self, forKey: .logged) ?? []
        version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    }
}

/// A dish of a plan that the diary has as an entry.
public struct LoggedDish: Codable, Sendable, Equatable {
    /// The day of the menu, from 1.
    public var day: Int
    public var foodId: FoodID
    public var entryId: EntryID
    /// The day of the entry, which may have moved since.
    public var date: PlainDate

    public init(day: Int, foodId: FoodID, entryId: EntryID, date: PlainDate) {
        self.day = day
        self.foodId = foodId
        self.entryId = entryId
        self.date = date
    }
}

/// Makes and stores a menu that meets the caller's targets from the catalog's foods, without their allergens and
/// dislikes.
///
/// The client may choose the plan's id.
public struct DiaryPlansMake: Contract {
    public typealias Reply = DiaryPlan

    /// Maximum number of plans of a user, almost a year of weeks; one more replaces the oldest.
    public static let plansMax = 50

    public static let method = Method("diary.plans.make", of: .diaryPlans, .keyedWrite, .user, timeoutMs: 30_000).route(
        .post,
        "/v1/plans",
        "Makes a menu that meets the caller's targets, and stores it as a plan.",
        scope: .diaryWrite,
        success: .created,
        errors: [.invalid, .conflict, .profileIncomplete, .tooManyRequests]
    )

    public static let rules: Rules<Self> = [
        .range(\.days, PlanLimits.days), .day(\.from), .mealShares(\.meals), .planName(\.name),
    ]

    public var id: PlanID?
    public var name: String?
    public var days: Int
    /// The first day; today by default.
    public var from: DayReference?
    /// The meals of a day; ``MealShare/usual`` by default.
    public var meals: [MealShare]?
    /// The same seed gives the same menu from the same foods; random by default.
    public var seed: Int?

    public init(
        id: PlanID? = nil,
        name: String? = nil,
        days: Int,
        from: DayReference? = nil,
        meals: [MealShare]? = nil,
        seed: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.days = days
        self.from = from
        self.meals = meals
        self.seed = seed
    }
}

/// Lists the stored menus of the caller's diary, newest first.
public struct DiaryPlansList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [DiaryPlan]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: PlanID?

        public init(items: [DiaryPlan], nextCursor: PlanID?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...50
    public static let limitDefault = 10
    /// A page ends before the menu that would exceed this size, so that it fits into a message.
    public static let pageBytesMax = 512 * 1_024

    public static let method = Method("diary.plans.list", of: .diary, .read, .user).route(
        .get,
        "/v1/plans",
        "Lists the caller's meal plans, newest first.",
        scope: .diaryRead
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    public var limit: Int?
    public var cursor: PlanID?

    public init(limit: Int? = nil, cursor: PlanID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Returns a plan.
public struct DiaryPlansGet: Contract {
    public typealias Reply = DiaryPlan

    public static let method = Method("diary.plans.get", of: .diary, .read, .user).route(
        .get,
        "/v1/plans/{id}",
        "Returns a meal plan.",
        scope: .diaryRead,
        errors: [.notFound]
    )

    public var id: PlanID

    public init(id: PlanID) {
        self.id = id
    }
}

/// Adds a menu to the caller's diary, atomically and only once.
///
/// Dishes that were logged before are not added again.
public struct DiaryPlansApply: Contract {
    public typealias Reply = DiaryPlan

    public static let method = Method("diary.plans.apply", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/plans/{id}/apply",
        "Writes a meal plan into the diary.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [.day(\.from)]

    public var id: PlanID
    /// The day for the menu's first day; the planned day by default.
    public var from: DayReference?

    public init(id: PlanID, from: DayReference? = nil) {
        self.id = id
        self.from = from
    }
}

extension API {
    /// The contracts of this file.
    static let diaryPlans: [any Contract.Type] = [
        DiaryPlansMake.self, DiaryPlansList.self, DiaryPlansGet.self, DiaryPlansApply.self,
    ]
}
