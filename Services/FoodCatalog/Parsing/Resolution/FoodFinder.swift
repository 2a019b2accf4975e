/// Finds the foods of phrases, with a bounded number of searches.
final class FoodFinder {
    /// What a phrase means.
    struct Found {
        /// The foods, the best first; never empty.
        let ranked: [FoodChoice.Ranked]
        /// Number of words of the phrase that the foods lack.
        let droppedWords: Int
    }

    /// Maximum number of searches for a text, each of which takes some tenths of a millisecond.
    private static let lookupsMax = 150
    /// Maximum number of searches for shorter parts of a run of Thai.
    private static let partsMax = 12
    /// Minimum length of a part of a run of Thai.
    private static let partLengthMin = 3

    private let lookup: FoodLookup
    private var known: [String: [ParseCandidate]] = [:]
    private var lookups = 0

    init(_ lookup: @escaping FoodLookup) {
        self.lookup = lookup
    }

    /// Finds the foods of a phrase, or of most of its words.
    ///
    /// - Throws: What the search throws.
    func find(_ phrase: MealPhrase) throws -> Found? {
        if let found = try complete(phrase, dropped: 0) { return found }
        return try withoutWords(phrase) ?? partOfThai(phrase)
    }

    /// Finds one food that has the words of several drafts in their order, and hardly any other word.
    ///
    /// - Parameters:
    ///   - text: The words with what joins them.
    ///   - plain: The words alone.
    /// - Returns: Nil if the drafts are different foods.
    /// - Throws: What the search throws.
    func findJoined(_ text: String, plain: String) throws -> Found? {
        for words in [text, plain] {
            let phrase = MealPhrase(words)
            guard let found = try complete(phrase, dropped: 0), let best = found.ranked.first else { continue }
            let fits = best.candidate.names.map { NameFit($0, phrase) }
            if fits.contains(where: \.isTight) { return found }
            // A synonym of the whole text: "mac and cheese".
            let isSynonym = !fits.contains(where: \.hasAllWords) && best.candidate.matchCost <= Self.synonymCostMax
            if words == text, isSynonym { return found }
        }
        return nil
    }

    /// Maximum cost of a name that is found by a synonym.
    private static let synonymCostMax = 10

    /// Finds foods that have all words of a phrase.
    private func complete(_ phrase: MealPhrase, dropped: Int) throws -> Found? {
        let ranked = FoodChoice(words: phrase).ranked(try candidates(phrase.text))
        return ranked.isEmpty ? nil : Found(ranked: ranked, droppedWords: dropped)
    }

    /// Finds foods that lack words: first those of preparation, then others, but never the main word.
    private func withoutWords(_ phrase: MealPhrase) throws -> Found? {
        let words = phrase.text.split(separator: " ").map(String.init)
        guard words.count > 1 else { return nil }
        let folded = words.map { MealLexer.folded($0.unicodeScalars) }
        let ways = words.indices.filter { Preparation.isWay(folded[$0]) }
        if !ways.isEmpty, ways.count < words.count {
            let rest = words.indices.filter { !ways.contains($0) }.map { words[$0] }
            if let found = try complete(MealPhrase(rest.joined(separator: " ")), dropped: ways.count) {
                return try prepared(found, ways.map { folded[$0] }) ?? found
            }
        }
        // The main word of English is the last, that of Ukrainian and Thai the first.
        let names = words.indices.filter { !ways.contains($0) && !MeasureUnits.isUnit(folded[$0]) }
        let main = (words[0].unicodeScalars.first?.isASCII ?? true ? names.last : names.first) ?? words.count - 1
        let order = words.indices.filter { $0 != main }.sorted { !names.contains($0) && names.contains($1) }
        for index in order {
            var rest = words
            rest.remove(at: index)
            if let found = try complete(MealPhrase(rest.joined(separator: " ")), dropped: 1) { return found }
        }
        return words.count > 2 ? try complete(MealPhrase(words[main]), dropped: words.count - 1) : nil
    }

    /// Finds a food as it is made: "Potatoes" and "fried" for "картопля смажена".
    private func prepared(_ found: Found, _ ways: [String]) throws -> Found? {
        guard let name = found.ranked.first?.candidate.names.first else { return nil }
        let searchable = SearchableName(name)
        let food = searchable.words[searchable.lead].joined(separator: " ")
        for way in ways.flatMap(Preparation.names) {
            let phrase = MealPhrase("\(food) \(way)")
            guard let made = try complete(phrase, dropped: 0) else { continue }
            let same = made.ranked.filter { ranked in
                let other = SearchableName(ranked.candidate.names.first ?? "")
                return other.stems[other.lead].first == searchable.stems[searchable.lead].first
            }
            if !same.isEmpty { return Found(ranked: same, droppedWords: 0) }
        }
        return nil
    }

    /// Finds the food whose name is the longest beginning or end of a run of Thai.
    private func partOfThai(_ phrase: MealPhrase) throws -> Found? {
        guard phrase.words.count == 1, let run = phrase.words.first, ThaiScript.isRun(run) else { return nil }
        if let (food, way) = Preparation.split(thai: run), let found = try whole(food) {
            return try prepared(found, [way]) ?? found
        }
        let scalars = Array(run.unicodeScalars)
        for length in stride(from: scalars.count - 1, through: Self.partLengthMin, by: -1).prefix(Self.partsMax) {
            if Self.canEnd(scalars, at: length), let found = try whole(Self.text(scalars.prefix(length))) {
                return found
            }
            let rest = scalars.suffix(length)
            if Self.canBegin(rest), let found = try whole(Self.text(rest)) { return found }
        }
        return nil
    }

    /// Finds foods with a name that equals a part of a run.
    private func whole(_ text: String) throws -> Found? {
        let part = MealPhrase(text)
        guard let found = try complete(part, dropped: 1) else { return nil }
        let same = found.ranked.filter { $0.candidate.names.contains { NameFit($0, part).isSame } }
        return same.isEmpty ? nil : Found(ranked: same, droppedWords: 1)
    }

    private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Returns whether a word of Thai can end before an index: no vowel sign follows, and no leading vowel precedes.
    private static func canEnd(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        !isLeadingVowel(scalars[index - 1]) && !isFollowing(scalars[index])
    }

    private static func canBegin(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.first.map { !isFollowing($0) } ?? false
    }

    private static func isLeadingVowel(_ scalar: Unicode.Scalar) -> Bool { (0x0E40...0x0E44).contains(scalar.value) }

    private static func isFollowing(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E30...0x0E3A).contains(scalar.value) || (0x0E45...0x0E4E).contains(scalar.value)
    }

    private func candidates(_ text: String) throws -> [ParseCandidate] {
        if let candidates = known[text] { return candidates }
        guard lookups < Self.lookupsMax, !text.isEmpty else { return [] }
        lookups += 1
        let phrase = MealPhrase(text)
        let candidates = try lookup(text).filter { $0.isPlausible(phrase) }
        known[text] = candidates
        return candidates
    }
}

extension ParseCandidate {
    /// Maximum cost of names that match only by corrections: one typing error, but not two.
    private static let correctedCostMax = 100

    /// Returns whether a food is more than a guess for a word that no name has.
    fileprivate func isPlausible(_ phrase: MealPhrase) -> Bool {
        matchCost < Self.correctedCostMax || phrase.words.contains(where: ThaiScript.isRun)
            || names.contains { NameFit($0, phrase).hasAllWords }
    }
}
