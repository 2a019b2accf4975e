/// The name of a food as the index keeps it: what can be said of it before anybody searches is worked out here, once.
///
/// Names are structured by commas as USDA's are: first what it is, then of which kind ("Bananas, ripe, raw").
package struct SearchableName: Sendable, Equatable {
    /// What a word costs that narrows a name down.
    package static let detailWordCost = 10
    /// What a word costs that says how a food is usually eaten: nearly nothing, so that plain foods come first.
    static let plainWordCost = 2
    /// What a word costs that only joins others.
    static let fillerWordCost = 3
    /// What a whole part costs that only says that nothing more is known.
    static let neutralPartCost = 3

    private static let plainWords: Set<String> = [
        "boiled", "brewed", "cooked", "fresh", "plain", "raw", "white", "whole",
    ]
    private static let fillerWords: Set<String> = ["a", "and", "as", "for", "from", "in", "of", "or", "to", "with"]
    private static let neutralParts: Set<[String]> = [["nfs"], ["as", "ingredient"], ["no", "added", "fat"]]
    private static let neutralStarts: Set<String> = ["nfs", "as", "no", "ns"]
    /// "NS as to fat": not specified.
    private static let notSpecified = ["ns", "as", "to"]

    /// First parts that name a shelf rather than a food: of "Fish, salmon, raw" it is the salmon that one looks for.
    private static let groups: Set<String> = ["crustaceans", "fish", "mollusks", "nuts", "seeds", "spices"]

    /// Every word, as the index keeps it.
    package let words: [String]
    /// The stem of each of the words.
    package let stems: [String]
    /// The words that say what it is: the part before the first comma, or the next one where that is a group.
    package let lead: Range<Int>
    /// How much the name says beyond naming a plain food; 0 cannot be undercut.
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

    /// What a word adds to ``detail``.
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
        // The first word decides nearly always, and hashing a list of words costs more than all else.
        guard let first = part.first, neutralStarts.contains(first) else { return false }
        return neutralParts.contains(part) || part.starts(with: notSpecified)
    }
}
