/// What a day has besides its entries.
package struct DayExtras: Codable, Sendable, Equatable {
    package var date: PlainDate
    /// What was drunk, in millilitres.
    package var waterMl: Int
    /// What the person wrote of the day; empty for nothing.
    package var note: String
    /// Counts the changes of both, from 1; 0 for a day of which nobody has written anything.
    package var version: Int

    package init(date: PlainDate, waterMl: Int, note: String, version: Int) {
        self.date = date
        self.waterMl = waterMl
        self.note = note
        self.version = version
    }
}

/// Changes one of a day's extras; with `ifVersion`, only if they are at that version.
package protocol DayExtrasChange: Contract where Reply == DayExtras {
    var date: DayReference { get }
    var ifVersion: Int? { get }
}

/// Says how much was drunk on a day, in all.
///
/// With `ifVersion`, only if the day's extras are at that version.
package struct DiaryWaterSet: DayExtrasChange {
    package typealias Reply = DayExtras

    /// From nothing to more than anybody survives, in millilitres.
    package static let range = 0...20_000

    package static let method = Method("diary.water.set", of: .diary, .keyedWrite, .user)

    package var date: DayReference
    package var ifVersion: Int?
    package var ml: Int

    package init(date: DayReference, ifVersion: Int? = nil, ml: Int) {
        self.date = date
        self.ifVersion = ifVersion
        self.ml = ml
    }
}

/// Writes the note of a day; an empty one removes it.
///
/// With `ifVersion`, only if the day's extras are at that version.
package struct DiaryNoteSet: DayExtrasChange {
    package typealias Reply = DayExtras

    /// Characters of a note: a page of a paper diary.
    package static let length = 0...2_000
    /// The UTF-8 bytes of a note: characters can be of any number of bytes.
    package static let bytesMax = 8_000

    package static let method = Method("diary.note.set", of: .diary, .keyedWrite, .user)

    package var date: DayReference
    package var ifVersion: Int?
    package var text: String

    package init(date: DayReference, ifVersion: Int? = nil, text: String) {
        self.date = date
        self.ifVersion = ifVersion
        self.text = text
    }
}
