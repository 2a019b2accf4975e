/// Makes an entry of the client's id, or replaces the one that is there.
///
/// What was made offline is so sent again and again until it is answered: an entry that is as the request says is answered
/// as it is. One that differs is replaced only by whoever has seen the version at which it is, or says that they overwrite
/// whatever there is; nothing that was removed comes back but by saying that.
package struct DiaryEntriesPut: Contract {
    package typealias Reply = DiaryEntry

    package static let method = Method("diary.entries.put", of: .diary, .keyedWrite, .user)

    package var id: EntryID
    /// The version that the caller has seen, and which alone they replace.
    package var ifVersion: Int?
    /// Whether any version is replaced, and what was removed made anew.
    package var overwrites: Bool?
    package var date: DayReference
    package var meal: Meal
    /// The place within the meal, from 0, where a larger one than there are is the end.
    ///
    /// Where it is left out, an entry of that meal keeps its place, and any other comes last.
    package var position: Int?
    /// When it was eaten or logged, RFC 3339; where it is left out, a new entry takes the time at which it arrives.
    package var at: String?
    package var amount: EntryAmount

    private enum CodingKeys: String, CodingKey {
        case id
        case ifVersion
        case overwrites
        case date
        case meal
        case position
        case at
    }

    package init(
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(EntryID.self, forKey: .id)
        ifVersion = try container.decodeIfPresent(Int.self, forKey: .ifVersion)
        overwrites = try container.decodeIfPresent(Bool.self, forKey: .overwrites)
        date = try container.decode(DayReference.self, forKey: .date)
        meal = try container.decode(Meal.self, forKey: .meal)
        position = try container.decodeIfPresent(Int.self, forKey: .position)
        at = try container.decodeIfPresent(String.self, forKey: .at)
        amount = try EntryAmount(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
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
