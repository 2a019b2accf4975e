/// The name of a food with the parts of its rank that do not depend on a query, computed once for the index.
///
/// Commas structure names as in USDA's data: first what the food is, then its kind ("Bananas, ripe, raw").
package struct SearchableName: Sendable, Equatable {
    /// Cost of a word that narrows a name down.
    package static let detailWordCost = 10
    /// Cost of a word for the usual form of a food, close to zero so that plain foods rank first.
    static let plainWordCost = 2
    /// Cost of a word that only joins others.
    static let fillerWordCost = 3
    /// Cost of a whole part that only says that nothing more is known.
    static let neutralPartCost = 3

    private static let plainWords: Set<String> = [
        "boiled", "brewed", "cooked", "fresh", "plain", "raw", "white", "whole",
    ]
    private static let fillerWords: Set<String> = ["a", "and", "as", "for", "from", "in", "of", "or", "to", "with"]
    private static let neutralParts: Set<[String]> = [["nfs"], ["as", "ingredient"], ["no", "added", "fat"]]
    private static let neutralStarts: Set<String> = ["nfs", "as", "no", "ns"]
    /// "NS as to fat": not specified.
    private static let notSpecified = ["ns", "as", "to"]

    /// First parts that name a food group rather than a food: users search for the salmon of "Fish, salmon, raw".
    private static let groups: Set<String> = ["crustaceans", "fish", "mollusks", "nuts", "seeds", "spices"]

    /// Every word, normalised.
    package let words: [String]
    /// The stem of each word.
    package let stems: [String]
    /// The words that name the food: the part before the first comma, or the next part after a group.
    package let lead: Range<Int>
    /// How much the name says beyond naming a plain food; at least 0.
    package let detail: Int

    package init(_ name: String) {
        let parts = name.split(separator: ",").map { WordNormaliser.words(of: String($0)) }.filter { !$0.isEmpty }
        words = parts.flatMap(\.self)
        stems = words.map(Stemmer.stem(of:))
        let isGrouped = Self.beginsWithGroup(parts)
        let start = isGrouped ? parts[0].count : 0
        lead = start..<start + (isGrouped ? parts[1] : parts.first ?? []).count
        detail = parts.dropFirst(isGrouped ? 1 : 0).reduce(0) { $0 + Self.cost(ofPart: $1) }
    }

    /// Returns the amount that a word adds to ``detail``.
    static func cost(ofWord word: String) -> Int {
        if plainWords.contains(word) { return plainWordCost }
        return fillerWords.contains(word) ? fillerWordCost : detailWordCost
    }

    private static func cost(ofPart words: [String]) -> Int {
        isNeutral(words) ? neutralPartCost : words.reduce(0) { $0 + cost(ofWord: $1) }
    }

    private static func beginsWithGroup(_ parts: [[String]]) -> Bool {
        guard parts.count > 1, parts[0].count == 1, groups.contains(parts[0][0]), !isNeutral(parts[1]) else {
            return false
        }
        // "Fish, tofu, and vegetables" is a list.
        return !parts.contains { $0.first == "and" }
    }

    private static func isNeutral(_ part: [String]) -> Bool {
        // The first word nearly always decides, and hashing a list of words costs more than all else.
        guard let first = part.first, neutralStarts.contains(first) else { return false }
        return neutralParts.contains(part) || part.starts(with: notSpecified)
    }
}
