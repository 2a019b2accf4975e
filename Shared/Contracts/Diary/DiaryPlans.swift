package import Calendar
package import JSONCoding

/// The kind of the ids of a diary's menus.
package enum PlanKind {}
package typealias PlanID = Identifier<PlanKind>

/// A menu for coming days.
package struct DiaryPlan: Codable, Sendable, Equatable {
    package var id: PlanID
    /// RFC 3339, UTC.
    package var createdAt: String
    /// The day for which the menu's first day was planned.
    package var from: PlainDate
    /// The day to which its first day was copied in the diary; null before that.
    @Nullable package var appliedFrom: PlainDate?
    package var menu: MealPlan

    package init(id: PlanID, createdAt: String, from: PlainDate, appliedFrom: PlainDate? = nil, menu: MealPlan) {
        self.id = id
        self.createdAt = createdAt
        self.from = from
        _appliedFrom = Nullable(wrappedValue: appliedFrom)
        self.menu = menu
    }
}

/// Makes and stores a menu that meets the caller's targets from the catalog's foods, without their allergens and
/// dislikes.
///
/// The client may choose the plan's id.
package struct DiaryPlansMake: Contract {
    package typealias Reply = DiaryPlan

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/plans",
        "Makes a menu that meets the caller's targets, and stores it as a plan.",
        scope: .diaryWrite,
        success: .created,
        errors: [.invalid, .conflict, .profileIncomplete, .tooManyRequests]
    )

    package static let method = Method("diary.plans.make", of: .diaryPlans, .keyedWrite, .user, timeoutMs: 30_000)

    package static let rules: Rules<Self> = [.range(\.days, PlanLimits.days), .day(\.from), .mealShares(\.meals)]

    package var id: PlanID?
    package var days: Int
    /// The first day; today by default.
    package var from: DayReference?
    /// The meals of a day; ``MealShare/usual`` by default.
    package var meals: [MealShare]?
    /// The same seed gives the same menu from the same foods; random by default.
    package var seed: Int?

    package init(
        id: PlanID? = nil,
        days: Int,
        from: DayReference? = nil,
        meals: [MealShare]? = nil,
        seed: Int? = nil
    ) {
        self.id = id
        self.days = days
        self.from = from
        self.meals = meals
        self.seed = seed
    }
}

/// Lists the stored menus of the caller's diary, newest first.
package struct DiaryPlansList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [DiaryPlan]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: PlanID?

        package init(items: [DiaryPlan], nextCursor: PlanID?) {
            self.items = items
            _nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...50
    package static let limitDefault = 10
    /// A page ends before the menu that would exceed this size, so that it fits into a message.
    package static let pageBytesMax = 512 * 1_024

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/plans",
        "Lists the caller's meal plans, newest first.",
        scope: .diaryRead
    )

    package static let method = Method("diary.plans.list", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits)]

    package var limit: Int?
    package var cursor: PlanID?

    package init(limit: Int? = nil, cursor: PlanID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Adds a menu to the caller's diary, atomically and only once.
package struct DiaryPlansApply: Contract {
    package typealias Reply = DiaryPlan

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/plans/{id}/apply",
        "Writes a meal plan into the diary.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound, .conflict]
    )

    package static let method = Method("diary.plans.apply", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.day(\.from)]

    package var id: PlanID
    /// The day for the menu's first day; the planned day by default.
    package var from: DayReference?

    package init(id: PlanID, from: DayReference? = nil) {
        self.id = id
        self.from = from
    }
}
