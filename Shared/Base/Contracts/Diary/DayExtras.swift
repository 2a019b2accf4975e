public import Calendar

/// The water and the note of a day, and whether it is complete.
public struct DayExtras: Codable, Sendable, Equatable, Versioned {
    public var date: PlainDate
    /// Water drunk, in millilitres.
    public var waterMl: Int
    /// The user's note on the day; empty if there is none.
    public var note: String
    /// Whether the user has marked the day as complete.
    public var isComplete: Bool
    /// Number of changes of all of these, from 1; 0 for a day without any.
    public var version: Int

    public init(date: PlainDate, waterMl: Int, note: String, version: Int, isComplete: Bool = false) {
        self.date = date
        self.waterMl = waterMl
        self.note = note
        self.version = version
        self.isComplete = isComplete
    }

    /// Decodes extras; replies that were stored before days could be complete lack the mark.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decode(PlainDate.self, forKey: .date)
        waterMl = try container.decode(Int.self, forKey: .waterMl)
        note = try container.decode(String.self, forKey: .note)
        isComplete = try container.decodeIfPresent(Bool.self, forKey: .isComplete) ?? false
        version = try container.decode(Int.self, forKey: .version)
    }
}

/// Changes the extras of a day; with `ifVersion`, only if the extras have that version.
public protocol DayExtrasChange: Contract where Reply == DayExtras {
    var date: DayReference { get }
    var ifVersion: Int? { get }
}

/// Sets the total amount drunk on a day.
///
/// With `ifVersion`, only if the day's extras have that version.
public struct DiaryWaterSet: DayExtrasChange {
    public typealias Reply = DayExtras

    /// In millilitres; the maximum is beyond what a human survives.
    public static let range = 0...20_000

    public static let method = Method("diary.water.set", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/days/{date}/water",
        "Sets the total amount of water drunk on a day.",
        scope: .diaryWrite
    )

    public static let rules: Rules<Self> = [.day(\.date), .range(\.ml, range)]

    public var date: DayReference
    public var ifVersion: Int?
    public var ml: Int

    public init(date: DayReference, ifVersion: Int? = nil, ml: Int) {
        self.date = date
        self.ifVersion = ifVersion
        self.ml = ml
    }
}

/// Sets the note of a day; an empty one removes it.
///
/// With `ifVersion`, only if the day's extras have that version.
public struct DiaryNoteSet: DayExtrasChange {
    public typealias Reply = DayExtras

    /// Unicode scalars of a note: a page of a paper diary.
    public static let length = 0...2_000
    /// UTF-8 bytes of the longest note: a scalar has up to four.
    public static let bytesMax = 8_000

    public static let method = Method("diary.note.set", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/days/{date}/note",
        "Sets the note of a day; an empty one removes it.",
        scope: .diaryWrite
    )

    public static let rules: Rules<Self> = [
        .day(\.date),
        .length(\.text, length),
        .freeText(\.text),
    ]

    public var date: DayReference
    public var ifVersion: Int?
    public var text: String

    public init(date: DayReference, ifVersion: Int? = nil, text: String) {
        self.date = date
        self.ifVersion = ifVersion
        self.text = text
    }
}

/// Marks a day as complete: everything that was eaten is logged.
///
/// Adherence, streaks, advice and the expenditure then trust the day, however little was eaten, and even if it is
/// today. Later changes of the day keep the mark. With `ifVersion`, only if the day's extras have that version.
public struct DiaryDayComplete: DayExtrasChange {
    public typealias Reply = DayExtras

    public static let method = Method("diary.days.complete", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/days/{date}/complete",
        "Marks a day as complete, so that statistics trust it.",
        scope: .diaryWrite
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    public var date: DayReference
    public var ifVersion: Int?

    public init(date: DayReference, ifVersion: Int? = nil) {
        self.date = date
        self.ifVersion = ifVersion
    }
}

/// Removes the mark of a complete day.
///
/// With `ifVersion`, only if the day's extras have that version.
public struct DiaryDayReopen: DayExtrasChange {
    public typealias Reply = DayExtras

    public static let method = Method("diary.days.reopen", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/diary/days/{date}/complete",
        "Removes the mark of a complete day.",
        scope: .diaryWrite
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    public var date: DayReference
    public var ifVersion: Int?

    public init(date: DayReference, ifVersion: Int? = nil) {
        self.date = date
        self.ifVersion = ifVersion
    }
}

extension API {
    /// The contracts of this file.
    static let dayExtras: [any Contract.Type] = [
        DiaryWaterSet.self, DiaryNoteSet.self, DiaryDayComplete.self, DiaryDayReopen.self,
    ]
}
