import Contracts

extension DiaryDay {
    /// The bytes of a day in an answer without entries and note: names, totals, target and week.
    private static let ownBytes = 2_048

    /// The estimated size of the day in an answer, in bytes.
    ///
    /// It is at least half of the real size, because escaping at most doubles a character of a text.
    var estimatedBytes: Int {
        meals.reduce(Self.ownBytes + note.utf8.count) { sum, meal in
            meal.entries.reduce(sum) { $0 + $1.estimatedBytes }
        }
    }
}

extension DiaryEntry {
    /// The bytes of an entry without its texts: names, ids and numbers.
    private static let ownBytes = 480

    /// The estimated size of the entry in an answer, in bytes; see ``DiaryDay``.
    var estimatedBytes: Int {
        Self.ownBytes + name.utf8.count + (imageURL?.utf8.count ?? 0) + (portion?.utf8.count ?? 0)
    }
}
