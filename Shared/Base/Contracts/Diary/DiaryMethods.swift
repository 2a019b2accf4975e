public import Calendar
public import JSONCoding

/// Returns one day of the caller's diary.
public struct DiaryDayGet: Contract {
    public typealias Reply = DiaryDay

    public static let method = Method("diary.day", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/days/{date}",
        "Returns one day of the diary.",
        scope: .diaryRead
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    public var date: DayReference

    public init(date: DayReference) {
        self.date = date
    }
}

/// Returns several days of the caller's diary, both ends included.
public struct DiaryDays: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [DiaryDay]
        /// The first day that did not fit, for the next request; null if all days are included.
        @Nullable public var nextFrom: PlainDate?

        public init(items: [DiaryDay], nextFrom: PlainDate? = nil) {
            self.items = items
            self.nextFrom = nextFrom
        }
    }

    /// Maximum number of days per reply: a month; for most users far smaller than a message.
    public static let daysMax = 31
    /// Maximum size of a reply, in bytes: half of a message's limit, for users with hundreds of entries a day.
    public static let pageBytesMax = 512 * 1_024

    public static let method = Method("diary.days", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/days",
        "Returns several days of the diary, both ends included.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [.day(\.from), .day(\.to)]

    public var from: DayReference
    public var to: DayReference

    public init(from: DayReference, to: DayReference) {
        self.from = from
        self.to = to
    }
}

/// Adds an entry to a day.
///
/// The client may choose the entry's id.
public struct DiaryEntriesAdd: Contract, OrderedJSON {
    public typealias Reply = DiaryEntry

    public static let method = Method("diary.entries.add", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/diary/days/{date}/entries",
        "Logs something eaten.",
        scope: .diaryWrite,
        success: .created,
        errors: [.invalid, .notFound, .conflict]
    )

    public static let rules: Rules<Self> = [.day(\.date), .inside(\.amount, EntryAmount.rules)]

    public var date: DayReference
    public var id: EntryID?
    public var meal: Meal
    public var amount: EntryAmount

    private enum CodingKeys: String, CodingKey {
        case date
        case id
        case meal
    }

    public init(date: DayReference, id: EntryID? = nil, meal: Meal, amount: EntryAmount) {
        self.date = date
        self.id = id
        self.meal = meal
        self.amount = amount
    }

    public init(from decoder: any Decoder) throws {
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

    public func encode(to encoder: any Encoder) throws {
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
public struct DiaryEntriesUpdate: Contract {
    public typealias Reply = DiaryEntry

    public static let method = Method("diary.entries.update", of: .diary, .keyedWrite, .user).route(
        .patch,
        "/v1/diary/entries/{id}",
        "Changes an entry's amount, meal, day or position within the meal.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    /// The diary also checks that the fields go with the entry.
    public static let rules: Rules<Self> = [
        .day(\.date),
        .minimum(\.position, 0),
        .weight(grams: \.grams, ml: \.ml, portion: \.portion, quantity: \.quantity),
        .entryName(\.name),
        .range(\.kcal, EntryLimits.kcal),
    ]

    public var id: EntryID
    public var ifVersion: Int?
    public var date: DayReference?
    public var meal: Meal?
    /// The position within the meal, from 0; a position past the end means the end.
    public var position: Int?
    public var grams: Double?
    /// Millilitres; only for a food with a density.
    public var ml: Double?
    public var portion: String?
    public var quantity: Double?
    /// Only for an entry without a food.
    public var name: String?
    /// Only for an entry without a food.
    public var kcal: Double?

    public init(id: EntryID, ifVersion: Int? = nil, meal: Meal? = nil, grams: Double? = nil) {
        self.id = id
        self.ifVersion = ifVersion
        self.meal = meal
        self.grams = grams
    }
}

/// Removes an entry.
///
/// With `ifVersion`, only if the entry has that version. With `ifAbsent: remember`, an entry that does not exist counts
/// as removed: the request succeeds whenever it is repeated, and a creation that arrives later is refused.
public struct DiaryEntriesRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("diary.entries.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/diary/entries/{id}",
        "Removes an entry.",
        scope: .diaryWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: EntryID
    public var ifVersion: Int?
    /// What happens if there is no entry with the id; it fails by default.
    public var ifAbsent: IfAbsent?

    public init(id: EntryID, ifVersion: Int? = nil, ifAbsent: IfAbsent? = nil) {
        self.id = id
        self.ifVersion = ifVersion
        self.ifAbsent = ifAbsent
    }
}

/// Compares intake and target by day, week or month.
///
/// Without `from` and `to`, it covers the last seven days, or the current week or month as a whole and those before it.
public struct DiaryProgress: Contract {
    public typealias Reply = Progress

    /// The interval of an item of progress.
    public enum Step: String, Codable, Sendable, CaseIterable {
        case day
        case week
        case month
    }

    /// Maximum number of days per request: ten years.
    public static let daysMax = 3_660
    /// Weeks and months without `from` and `to`, the current one included: what a chart of a phone shows.
    public static let (weeksDefault, monthsDefault) = (4, 6)
    /// Maximum number of items per reply: four years by day, which fit into one message.
    public static let stepsMax = 1_500

    public static let method = Method("diary.progress", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/progress",
        "Compares intake and target by day, week or month.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [.day(\.from), .day(\.to)]

    public var from: DayReference?
    public var to: DayReference?
    public var by: Step?

    public init(from: DayReference? = nil, to: DayReference? = nil, by: Step? = nil) {
        self.from = from
        self.to = to
        self.by = by
    }
}

/// Copies the entries of another day to the end of the same meals of this day, with the nutrients stored in them.
public struct DiaryDaysCopy: Contract {
    public typealias Reply = DiaryDay

    public static let method = Method("diary.days.copy", of: .diary, .keyedWrite, .user).route(
        .post,
        "/v1/diary/days/{date}/copy",
        "Copies the entries of another day to the end of the same meals of this day.",
        scope: .diaryWrite,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.day(\.date), .day(\.from)]

    public var date: DayReference
    /// The day to copy from.
    public var from: DayReference
    /// The meals to copy; all by default.
    public var meals: [Meal]?

    public init(date: DayReference, from: DayReference, meals: [Meal]? = nil) {
        self.date = date
        self.from = from
        self.meals = meals
    }
}

extension API {
    /// The contracts of this file.
    static let diaryMethods: [any Contract.Type] = [
        DiaryDayGet.self, DiaryDays.self, DiaryEntriesAdd.self, DiaryEntriesUpdate.self, DiaryEntriesRemove.self,
        DiaryProgress.self, DiaryDaysCopy.self,
    ]
}
