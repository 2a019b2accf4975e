import Storage

/// The words of all names with their numbers of foods.
enum WordTable {
    /// Maximum number of words in memory.
    ///
    /// A larger catalog omits words of a single food from memory; the index still finds them.
    private static let loadedMax = 600_000

    /// Adds to the counts or subtracts from them; a word without foods is removed.
    static func add(_ changes: [String: Int], _ transaction: SQLTransaction) throws {
        for (word, change) in changes.sorted(by: { $0.key < $1.key }) where change > 0 {
            try transaction.execute(
                """
                INSERT INTO word (word, uses) VALUES (?, ?)
                ON CONFLICT (word) DO UPDATE SET uses = word.uses + excluded.uses
                """
            ) { arguments in
                arguments.bind(word)
                arguments.bind(change)
            }
        }
        for (word, change) in changes where change < 0 {
            let gone = try transaction.execute("DELETE FROM word WHERE word = ? AND uses <= ?", [word, -change])
            if gone == 0 { try transaction.execute("UPDATE word SET uses = uses - ? WHERE word = ?", [-change, word]) }
        }
    }

    /// Returns all words, or, if they are too many, those of at least two foods.
    static func vocabulary(_ reader: SQLReader) throws -> Vocabulary {
        let isLarge = try reader.row("SELECT 1 FROM word LIMIT 1 OFFSET ?", [loadedMax]) != nil
        var builder = VocabularyBuilder()
        // UTF-8 and UTF-16 sort all characters of normalised names in the same order.
        try reader.forEach("SELECT word, uses FROM word WHERE uses >= ? ORDER BY word", [isLarge ? 2 : 1]) { row in
            builder.add(row.text(0), Int(row.integer(1)))
            return true
        }
        return builder.vocabulary
    }
}
