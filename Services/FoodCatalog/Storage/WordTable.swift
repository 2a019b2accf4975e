import Contracts
import Storage

/// The words of all names, with how many foods have them.
enum WordTable {
    /// The most that are kept in memory; a catalogue with more words leaves out those of a single food, which the index still
    /// finds.
    private static let loadedMax = 600_000

    /// Adds to the counts, or takes from them; a word that no food has any more goes.
    static func add(_ changes: [String: Int], _ transaction: SQLTransaction) throws {
        for (word, change) in changes.sorted(by: { $0.key < $1.key }) where change > 0 {
            try transaction.execute(
                "INSERT INTO word (word, uses) VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET uses = uses + excluded.uses"
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

    /// All words, or, where there are too many, those that more than one food has.
    static func vocabulary(_ reader: SQLReader) throws -> Vocabulary {
        let isLarge = try reader.row("SELECT 1 FROM word LIMIT 1 OFFSET ?", [loadedMax]) != nil
        var builder = VocabularyBuilder()
        // The order of UTF-8 is that of UTF-16 for all characters of which words of names are made.
        try reader.forEach("SELECT word, uses FROM word WHERE uses >= ? ORDER BY word", [isLarge ? 2 : 1]) { row in
            builder.add(row.text(0), Int(row.integer(1)))
            return true
        }
        return builder.vocabulary
    }
}
