import Contracts

/// A portion of a food, and what its name says.
typealias NamedPortion = (portion: Portion, name: PortionName)

/// Chooses the portion that a line means.
enum PortionChoice {
    /// Ratio of a small and of a large piece to a medium one, for foods with one size.
    private static let smallRatio = 0.75
    private static let largeRatio = 1.25

    static func portions(of candidate: ParseCandidate) -> [NamedPortion] {
        candidate.food.portions.map { ($0, PortionName($0.name)) }
    }

    /// Returns the portion of one piece: one named like the food, else the first that is no vessel or part.
    static func piece(
        of candidate: ParseCandidate,
        _ portions: [NamedPortion],
        _ size: PortionSize?,
        _ words: MealPhrase
    ) -> NamedPortion? {
        let names = words.stems.union(candidate.names.flatMap { SearchableName($0).stems })
        let pieces = portions.filter { !$0.name.isVessel }
        let same = pieces.filter { piece in
            WordNormaliser.words(of: piece.name.noun).allSatisfy { names.contains(Stemmer.stem(of: $0)) }
        }
        if let best = best(same, size, words) { return best }
        if let best = best(pieces.filter { wholes.contains($0.name.noun) }, size, words) { return best }
        if let best = best(pieces.filter { !parts.contains($0.name.noun) }, size, words) { return best }
        let servings = portions.filter { ["can", "bottle", "serving"].contains($0.name.unit?.noun) }
        // Twenty nuts are no twenty servings.
        if TypicalAmounts.pieceGrams(of: candidate.food) != nil { return nil }
        return best(servings, size, words) ?? best(pieces, size, words)
    }

    private static let wholes: Set<String> = ["piece", "fruit", "whole", "sandwich", "head", "ear", "unit"]
    static let shot = "shot"
    private static let parts: Set<String> = [
        "slice", "wedge", "ring", "strip", "half", "leaf", "leaves", "section", "sprigs", "sprig", "stick", "floret",
        "pat",
    ]
    /// Nouns of portions that are not one piece of the food.
    static let partsAndBundles = parts.union(["bunch", "head"])

    /// Returns the best portion with one of these nouns; the earlier nouns first.
    static func named(
        _ nouns: [String],
        _ size: PortionSize?,
        _ portions: [NamedPortion],
        _ words: MealPhrase
    ) -> NamedPortion? {
        for noun in nouns {
            let same = portions.filter { $0.name.noun == noun || $0.name.unit?.noun == noun }
            if let best = best(same, size, words) { return best }
        }
        return nil
    }

    /// Returns the portion with the asked size, the details of the words, and no others.
    private static func best(_ portions: [NamedPortion], _ size: PortionSize?, _ words: MealPhrase) -> NamedPortion? {
        func cost(_ index: Int) -> (Int, Int, Int, Int, Int) {
            let name = portions[index].name
            let asked = name.noun.split(separator: " ").count { words.stems.contains(Stemmer.stem(of: String($0))) }
            let details = name.details.count { !words.stems.contains(Stemmer.stem(of: $0)) }
            return (-asked, size != nil && name.size != size ? 1 : 0, name.isUnusual ? 1 : 0, details, index)
        }
        guard let index = portions.indices.min(by: { cost($0) < cost($1) }) else { return nil }
        let best = portions[index]
        guard let size, size != .medium, best.name.size != size else { return best }
        return (Portion(name: best.portion.name, grams: best.portion.grams * ratio(of: size)), best.name)
    }

    /// Returns the ratio of a piece of a size to a medium one.
    static func ratio(of size: PortionSize?) -> Double {
        switch size {
        case .small: smallRatio
        case .large: largeRatio
        case .medium, nil: 1
        }
    }
}
