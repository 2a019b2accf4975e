/// The kind of a menu that a diary keeps.
package enum PlanKind {}
package typealias PlanID = Identifier<PlanKind>

/// A menu for days to come.
package struct DiaryPlan: Codable, Sendable, Equatable {
    package var id: PlanID
    /// RFC 3339, UTC.
    package var createdAt: String
    /// The day for which the menu's first day was planned.
    package var from: PlainDate
    /// The day from which it was written into the diary; null until then.
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

/// Makes a menu that meets the caller's targets out of the catalogue's foods, without their allergens and dislikes, and
/// keeps it.
///
/// The client may bring the plan's id.
package struct DiaryPlansMake: Contract {
    package typealias Reply = DiaryPlan

    package static let method = Method("diary.plans.make", of: .diaryPlans, .keyedWrite, .user, timeoutMs: 30_000)

    package var id: PlanID?
    package var days: Int
    /// The first day; today where it is left out.
    package var from: DayReference?
    /// The meals of a day; ``MealShare/usual`` where they are left out.
    package var meals: [MealShare]?
    /// The same seed gives the same menu out of the same foods; drawn where it is left out.
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

/// The menus that the caller's diary keeps, newest first.
package struct DiaryPlansList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [DiaryPlan]
        /// Asks for the next page; null on the last.
        @Nullable package var nextCursor: PlanID?

        package init(items: [DiaryPlan], nextCursor: PlanID?) {
            self.items = items
            _nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    package static let limits = 1...50
    package static let limitDefault = 10
    /// A page ends with the menu that would make it longer, so that it fits into a message.
    package static let pageBytesMax = 512 * 1_024

    package static let method = Method("diary.plans.list", of: .diary, .read, .user)

    package var limit: Int?
    package var cursor: PlanID?

    package init(limit: Int? = nil, cursor: PlanID? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}

/// Writes a menu into the caller's diary, all of it or nothing, and only once.
package struct DiaryPlansApply: Contract {
    package typealias Reply = DiaryPlan

    package static let method = Method("diary.plans.apply", of: .diary, .keyedWrite, .user)

    package var id: PlanID
    /// Where its first day goes; where it was planned for, if left out.
    package var from: DayReference?

    package init(id: PlanID, from: DayReference? = nil) {
        self.id = id
        self.from = from
    }
}
