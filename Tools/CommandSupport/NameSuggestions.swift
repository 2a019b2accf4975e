/// Suggests known names for a mistyped one.
package enum NameSuggestions {
    /// The greatest number of suggestions.
    private static let countMax = 6

    /// Returns names within a small edit distance of the given one, nearest first.
    ///
    /// Without such names, returns those that share its first word.
    package static func of(_ name: String, among names: [String]) -> [String] {
        let changesMax = max(2, name.count / 3)
        let distances = names.map { (name: $0, changes: changes(from: name, to: $0)) }
        let similar = distances.filter { $0.changes <= changesMax }.sorted { $0.changes < $1.changes }
        guard similar.isEmpty else { return similar.prefix(countMax).map(\.name) }
        let word = name.prefix { $0 != "." }
        guard !word.isEmpty else { return [] }
        return Array(names.filter { $0.hasPrefix(word) }.prefix(countMax))
    }

    /// Returns the Levenshtein distance: letters to insert, remove or replace.
    ///
    /// The search of foods has `EditDistances`, which shares rows among many sorted words and stops at two errors. Some
    /// hundred names need neither, and distances here have no such bound.
    private static func changes(from first: String, to second: String) -> Int {
        let letters = Array(second)
        var previous = Array(0...letters.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in letters.enumerated() {
                let replaced = previous[column] + (letter == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[letters.count]
    }
}
