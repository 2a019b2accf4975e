import Contracts

extension DiaryDay {
    /// What a day has in an answer besides its entries and its note: names, totals, target and week.
    private static let ownBytes = 2_048

    /// About the bytes of the day in an answer: at least half of what they are, because a character of a text takes two at
    /// most.
    var estimatedBytes: Int {
        meals.reduce(Self.ownBytes + note.utf8.count) { sum, meal in
            meal.entries.reduce(sum) { $0 + $1.estimatedBytes }
        }
    }
}

extension DiaryEntry {
    /// What an entry has besides its texts: names, ids and numbers.
    private static let ownBytes = 480

    /// About the bytes of the entry in an answer; see ``DiaryDay``.
    var estimatedBytes: Int {
        Self.ownBytes + name.utf8.count + (imageURL?.utf8.count ?? 0) + (portion?.utf8.count ?? 0)
    }
}
