public import Calendar
import JSONCoding

/// Creates an entry with the client's id, or replaces the existing one.
///
/// A client can repeat the request for an entry made offline until it has a reply: if the stored entry equals the
/// request, it is returned unchanged. A different entry is replaced only if the caller names its current version or
/// sets `overwrites`. A removed entry is created again only with `overwrites`.
public struct DiaryEntriesPut: Contract {
    public typealias Reply = DiaryEntry

    public static let method = Method("diary.entries.put", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/entries/{id}",
        "Creates the entry with an id, or replaces it, for clients that synchronize.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    /// The diary also compares the time with the clock.
    public static let rules: Rules<Self> = [
        .minimum(\.position, 0),
        .relation(\.overwrites, .notAllowed, "Give the version to replace or set overwrites, not both.") {
            $0.ifVersion == nil || $0.overwrites != true
        },
        .time(\.at),
        .day(\.date),
        .inside(\.amount, EntryAmount.rules),
    ]

    public var id: EntryID
    /// The version that the caller has seen; only this version is replaced.
    public var ifVersion: Int?
    /// Whether to replace any version, and to create a removed entry again.
    public var overwrites: Bool?
    public var date: DayReference
    public var meal: Meal
    /// The position within the meal, from 0; a position past the end means the end.
    ///
    /// By default an entry keeps its position in the same meal, and any other is placed last.
    public var position: Int?
    /// The time of eating or logging; RFC 3339; by default a new entry has the time at which the request arrives.
    public var at: String?
    public var amount: EntryAmount

    private enum CodingKeys: String, CodingKey {
        case id
        case ifVersion
        case overwrites
        case date
        case meal
        case position
        case at
    }

    public init(
        id: EntryID,
        ifVersion: Int? = nil,
        overwrites: Bool? = nil,
        date: DayReference,
        meal: Meal,
        position: Int? = nil,
        at: String? = nil,
        amount: EntryAmount
    ) {
        self.id = id
        self.ifVersion = ifVersion
        self.overwrites = overwrites
        self.date = date
        self.meal = meal
        self.position = position
        self.at = at
        self.amount = amount
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            id = try container.decode(EntryID.self, forKey: .id)
            ifVersion = try container.decodeIfPresent(Int.self, forKey: .ifVersion)
            overwrites = try container.decodeIfPresent(Bool.self, forKey: .overwrites)
            date = try container.decode(DayReference.self, forKey: .date)
            meal = try container.decode(Meal.self, forKey: .meal)
            position = try container.decodeIfPresent(Int.self, forKey: .position)
            at = try container.decodeIfPresent(String.self, forKey: .at)
        } catch {
            EntryAmount.claimFields(in: decoder)
            throw error
        }
        amount = try EntryAmount(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
        try container.encodeIfPresent(overwrites, forKey: .overwrites)
        try container.encode(date, forKey: .date)
        try container.encode(meal, forKey: .meal)
        try container.encodeIfPresent(position, forKey: .position)
        try container.encodeIfPresent(at, forKey: .at)
        try amount.encode(to: encoder)
    }
}

extension API {
    /// The contracts of this file.
    static let entryPut: [any Contract.Type] = [DiaryEntriesPut.self]
}
