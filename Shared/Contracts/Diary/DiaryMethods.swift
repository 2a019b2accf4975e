package import Calendar
package import JSONCoding

/// Returns one day of the caller's diary.
package struct DiaryDayGet: Contract {
    package typealias Reply = DiaryDay

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/diary/days/{date}",
        "Returns one day of the diary.",
        scope: .diaryRead
    )

    package static let method = Method("diary.day", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.day(\.date)]

    package var date: DayReference

    package init(date: DayReference) {
        self.date = date
    }
}

/// Returns several days of the caller's diary, both ends included.
package struct DiaryDays: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [DiaryDay]
        /// The first day that did not fit, for the next request; null if all days are included.
        @Nullable package var nextFrom: PlainDate?

        package init(items: [DiaryDay], nextFrom: PlainDate? = nil) {
            self.items = items
            self._nextFrom = Nullable(wrappedValue: nextFrom)
        }
    }

    /// Maximum number of days per reply: a month; for most users far smaller than a message.
    package static let daysMax = 31
    /// Maximum size of a reply, in bytes: half of a message's limit, for users with hundreds of entries a day.
    package static let pageBytesMax = 512 * 1_024

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/diary/days",
        "Returns several days of the diary, both ends included.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    package static let method = Method("diary.days", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.day(\.from), .day(\.to)]

    package var from: DayReference
    package var to: DayReference

    package init(from: DayReference, to: DayReference) {
        self.from = from
        self.to = to
    }
}

/// What was eaten: an amount of a food in grams or portions, or energy with a name.
package struct EntryAmount: Codable, Sendable, Equatable {
    package var foodId: FoodID?
    package var grams: Double?
    package var portion: String?
    package var quantity: Double?
    package var name: String?
    package var kcal: Double?
    package var proteinG: Double?
    package var fatG: Double?
    package var carbohydrateG: Double?
    package var fiberG: Double?
    package var sugarG: Double?
    package var saltG: Double?

    package init(foodId: FoodID? = nil, grams: Double? = nil, portion: String? = nil, quantity: Double? = nil) {
        self.foodId = foodId
        self.grams = grams
        self.portion = portion
        self.quantity = quantity
    }
}

/// Adds an entry to a day.
///
/// The client may choose the entry's id.
package struct DiaryEntriesAdd: Contract, OrderedJSON {
    package typealias Reply = DiaryEntry

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/diary/days/{date}/entries",
        "Logs something eaten.",
        scope: .diaryWrite,
        success: .created,
        errors: [.invalid, .notFound, .conflict]
    )

    package static let method = Method("diary.entries.add", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.day(\.date), .inside(\.amount, EntryAmount.rules)]

    package var date: DayReference
    package var id: EntryID?
    package var meal: Meal
    package var amount: EntryAmount

    private enum CodingKeys: String, CodingKey {
        case date
        case id
        case meal
    }

    package init(date: DayReference, id: EntryID? = nil, meal: Meal, amount: EntryAmount) {
        self.date = date
        self.id = id
        self.meal = meal
        self.amount = amount
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            date = try container.decode(DayReference.self, forKey: .date)
            id = try container.decodeIfPresent(EntryID.self, forKey: .id)
            meal = try container.decode(Meal.self, forKey: .meal)
        } catch {
            EntryAmount.claimFields(in: decoder)
            throw error
        }
        amount = try EntryAmount(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date, forKey: .date)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(meal, forKey: .meal)
        try amount.encode(to: encoder)
    }
}

/// Changes an entry's amount, meal, day or position within the meal.
///
/// With `ifVersion`, only if the entry has that version.
package struct DiaryEntriesUpdate: Contract {
    package typealias Reply = DiaryEntry

    package static let http: HTTPBinding? = HTTPBinding(
        .patch,
        "/v1/diary/entries/{id}",
        "Changes an entry's amount, meal, day or position within the meal.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    package static let method = Method("diary.entries.update", of: .diary, .keyedWrite, .user)

    /// The diary also checks that the fields go with the entry.
    package static let rules: Rules<Self> = [
        .day(\.date),
        .minimum(\.position, 0),
        .weight(grams: \.grams, portion: \.portion, quantity: \.quantity),
        .entryName(\.name),
        .range(\.kcal, EntryLimits.kcal),
    ]

    package var id: EntryID
    package var ifVersion: Int?
    package var date: DayReference?
    package var meal: Meal?
    /// The position within the meal, from 0; a position past the end means the end.
    package var position: Int?
    package var grams: Double?
    package var portion: String?
    package var quantity: Double?
    /// Only for an entry without a food.
    package var name: String?
    /// Only for an entry without a food.
    package var kcal: Double?

    package init(id: EntryID, ifVersion: Int? = nil, meal: Meal? = nil, grams: Double? = nil) {
        self.id = id
        self.ifVersion = ifVersion
        self.meal = meal
        self.grams = grams
    }
}

/// Removes an entry.
///
/// With `ifVersion`, only if the entry has that version.
package struct DiaryEntriesRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/diary/entries/{id}",
        "Removes an entry.",
        scope: .diaryWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("diary.entries.remove", of: .diary, .keyedWrite, .user)

    package var id: EntryID
    package var ifVersion: Int?

    package init(id: EntryID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// Compares intake and target by day, week or month.
package struct DiaryProgress: Contract {
    package typealias Reply = Progress

    /// The interval of an item of progress.
    package enum Step: String, Codable, Sendable, CaseIterable {
        case day
        case week
        case month
    }

    /// Maximum number of days per request: ten years.
    package static let daysMax = 3_660
    /// Maximum number of items per reply: four years by day, which fit into one message.
    package static let stepsMax = 1_500

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/diary/progress",
        "Compares intake and target by day, week or month.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    package static let method = Method("diary.progress", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.day(\.from), .day(\.to)]

    package var from: DayReference?
    package var to: DayReference?
    package var by: Step?

    package init(from: DayReference? = nil, to: DayReference? = nil, by: Step? = nil) {
        self.from = from
        self.to = to
        self.by = by
    }
}

/// Copies the entries of another day to the end of the same meals of this day, with the nutrients stored in them.
package struct DiaryDaysCopy: Contract {
    package typealias Reply = DiaryDay

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/diary/days/{date}/copy",
        "Copies the entries of another day to the end of the same meals of this day.",
        scope: .diaryWrite,
        errors: [.invalid, .conflict]
    )

    package static let method = Method("diary.days.copy", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.day(\.date), .day(\.from)]

    package var date: DayReference
    /// The day to copy from.
    package var from: DayReference
    /// The meals to copy; all by default.
    package var meals: [Meal]?

    package init(date: DayReference, from: DayReference, meals: [Meal]? = nil) {
        self.date = date
        self.from = from
        self.meals = meals
    }
}
