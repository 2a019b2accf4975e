package import Calendar

/// The water and the note of a day.
package struct DayExtras: Codable, Sendable, Equatable {
    package var date: PlainDate
    /// Water drunk, in millilitres.
    package var waterMl: Int
    /// The user's note on the day; empty if there is none.
    package var note: String
    /// Number of changes of both, from 1; 0 for a day without any.
    package var version: Int

    package init(date: PlainDate, waterMl: Int, note: String, version: Int) {
        self.date = date
        self.waterMl = waterMl
        self.note = note
        self.version = version
    }
}

/// Changes the water or the note of a day; with `ifVersion`, only if the extras have that version.
package protocol DayExtrasChange: Contract where Reply == DayExtras {
    var date: DayReference { get }
    var ifVersion: Int? { get }
}

/// Sets the total amount drunk on a day.
///
/// With `ifVersion`, only if the day's extras have that version.
package struct DiaryWaterSet: DayExtrasChange {
    package typealias Reply = DayExtras

    /// In millilitres; the maximum is beyond what a human survives.
    package static let range = 0...20_000

    package static let http: HTTPBinding? = HTTPBinding(
        .put,
        "/v1/diary/days/{date}/water",
        "Sets the total amount of water drunk on a day.",
        scope: .diaryWrite
    )

    package static let method = Method("diary.water.set", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [.day(\.date), .range(\.ml, range)]

    package var date: DayReference
    package var ifVersion: Int?
    package var ml: Int

    package init(date: DayReference, ifVersion: Int? = nil, ml: Int) {
        self.date = date
        self.ifVersion = ifVersion
        self.ml = ml
    }
}

/// Sets the note of a day; an empty one removes it.
///
/// With `ifVersion`, only if the day's extras have that version.
package struct DiaryNoteSet: DayExtrasChange {
    package typealias Reply = DayExtras

    /// Unicode scalars of a note: a page of a paper diary.
    package static let length = 0...2_000
    /// UTF-8 bytes of the longest note: a scalar has up to four.
    package static let bytesMax = 8_000

    package static let http: HTTPBinding? = HTTPBinding(
        .put,
        "/v1/diary/days/{date}/note",
        "Sets the note of a day; an empty one removes it.",
        scope: .diaryWrite
    )

    package static let method = Method("diary.note.set", of: .diary, .keyedWrite, .user)

    package static let rules: Rules<Self> = [
        .day(\.date),
        .length(\.text, length),
        .freeText(\.text),
    ]

    package var date: DayReference
    package var ifVersion: Int?
    package var text: String

    package init(date: DayReference, ifVersion: Int? = nil, text: String) {
        self.date = date
        self.ifVersion = ifVersion
        self.text = text
    }
}
