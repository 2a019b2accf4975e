import Contracts

/// Finds the foods of phrases, with a bounded number of searches.
final class FoodFinder {
    /// What a phrase means.
    struct Found {
        /// The foods, the best first; never empty.
        let ranked: [FoodChoice.Ranked]
        /// Number of words of the phrase that the foods lack.
        let droppedWords: Int
        /// Whether the best food is another one that has the words.
        let isFar: Bool
        /// Whether the best food is that of a maker that the words do not name.
        var isOfMaker = false

        /// Whether a name of the best food has the words as they are, rather than corrected or as synonyms.
        func hasWords(of phrase: MealPhrase) -> Bool {
            ranked[0].candidate.names.contains { NameFit($0, phrase).hasAllWords }
        }

        /// Whether the best food is made of several things.
        var isDish: Bool { ranked[0].candidate.food.type == FoodType.dish.rawValue }
    }

    /// Maximum number of searches for a text, each of which takes some tenths of a millisecond.
    private static let lookupsMax = 150
    /// Maximum number of searches for shorter parts of a run of Thai.
    private static let partsMax = 12
    /// Minimum length of a part of a run of Thai.
    private static let partLengthMin = 3
    /// A part has at least one in so many characters of its run.
    private static let partShareMin = 2

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
        let found = try complete(phrase, dropped: 0)
        if let found, !found.isFar { return found }
        if let other = try withoutWays(phrase), found == nil || !other.isFar { return other }
        if let found, !found.isOfMaker { return found }
        return try withoutWords(phrase) ?? found
    }

    /// Finds one food that has the words of several drafts, and hardly any other word.
    ///
    /// - Parameters:
    ///   - text: The words with what joins them.
    ///   - plain: The words alone.
    ///   - isOrdered: Whether the food must have them in their order: "pasta with sauce" is no pasta sauce.
    /// - Returns: Nil if the drafts are different foods.
    /// - Throws: What the search throws.
    func findJoined(_ text: String, plain: String, isOrdered: Bool) throws -> Found? {
        for words in [text, plain] {
            let phrase = MealPhrase(words)
            guard let found = try complete(phrase, dropped: 0), let best = found.ranked.first else { continue }
            let fits = best.candidate.names.map { NameFit($0, phrase) }
            if fits.contains(where: { $0.isTight && ($0.isOrdered || !isOrdered) }) { return found }
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
        let choice = FoodChoice(words: phrase)
        let ranked = choice.ranked(try candidates(phrase.text))
        guard let best = ranked.first else { return nil }
        return Found(
            ranked: ranked,
            droppedWords: dropped,
            isFar: choice.isFar(best.candidate),
            isOfMaker: choice.isMaker(best.candidate)
        )
    }

    /// Finds a food apart from how it is made or served, and from what it is without.
    private func withoutWays(_ phrase: MealPhrase) throws -> Found? {
        let (words, folded) = Self.parts(of: phrase)
        if let without = folded.firstIndex(where: MealWords.negations.contains), without > 0 {
            return try find(MealPhrase(words[..<without].joined(separator: " ")))
        }
        let rest = words.indices.filter { !Preparation.isWay(folded[$0]) }
        guard !rest.isEmpty, rest.count < words.count else { return nil }
        let food = MealPhrase(rest.map { words[$0] }.joined(separator: " "))
        guard let found = try complete(food, dropped: words.count - rest.count) else { return nil }
        return try prepared(found, folded.filter(Preparation.isWay)) ?? found
    }

    /// Returns the words of a phrase, as typed and folded.
    private static func parts(of phrase: MealPhrase) -> (words: [String], folded: [String]) {
        let words = phrase.text.split(separator: " ").map(String.init).filter { !MealWords.links.contains($0) }
        return (words, words.map { MealLexer.folded($0.unicodeScalars) })
    }

    /// Finds foods that lack words, but never the main word.
    private func withoutWords(_ phrase: MealPhrase) throws -> Found? {
        let (words, folded) = Self.parts(of: phrase)
        guard words.count > 1 else { return nil }
        let ways = words.indices.filter { Preparation.isWay(folded[$0]) }
        let names = words.indices.filter { !ways.contains($0) && !MeasureUnits.isUnit(folded[$0]) }
        let main = Self.mainWord(names, folded) ?? words.count - 1
        let order = words.indices.sorted { first, second in
            (first == main ? 1 : 0, names.contains(first) ? 1 : 0, first) < (
                second == main ? 1 : 0, names.contains(second) ? 1 : 0, second
            )
        }
        var corrected: Found?
        for index in order {
            var rest = words
            rest.remove(at: index)
            let phrase = MealPhrase(rest.joined(separator: " "))
            guard let found = try complete(phrase, dropped: 1) else { continue }
            if found.hasWords(of: phrase) { return found }
            if index != main, corrected == nil { corrected = found }
        }
        if let corrected { return corrected }
        return words.count > 2 ? try complete(MealPhrase(words[main]), dropped: words.count - 1) : nil
    }

    /// Returns the index of the word that names the food: the last of English, and of Ukrainian the first that is no
    /// adjective.
    private static func mainWord(_ names: [Int], _ words: [String]) -> Int? {
        guard let first = names.first, !(words[first].unicodeScalars.first?.isASCII ?? true) else { return names.last }
        return names.first { index in !adjectiveEndings.contains(where: words[index].hasSuffix) } ?? names.last
    }

    private static let adjectiveEndings = [
        "ий", "ій", "ого", "ої", "ому", "их", "ими", "на", "не", "ні", "ну", "ва", "ве", "ві", "ька", "ьке", "ькі",
        "ьку", "яча", "яче",
        "ячі",
    ]

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
            if !same.isEmpty { return Found(ranked: same, droppedWords: 0, isFar: false) }
        }
        return nil
    }

    /// Finds two foods with names that make up a run of Thai: "ข้าวไข่เจียว", rice and an omelette.
    ///
    /// - Throws: What the search throws.
    func findTwo(_ phrase: MealPhrase) throws -> [Found] {
        guard phrase.words.count == 1, let run = phrase.words.first, ThaiScript.isRun(run) else { return [] }
        let scalars = Array(run.unicodeScalars)
        for end in stride(from: scalars.count - Self.partLengthMin, through: Self.partLengthMin, by: -1).prefix(
            Self.partsMax
        )
        where Self.canEnd(scalars, at: end) {
            // What follows the name of a dish is in it.
            guard let first = try whole(Self.text(scalars[..<end])), !first.isDish else { continue }
            if let second = try whole(Self.text(scalars[end...])) { return [first, second] }
        }
        return []
    }

    /// Finds the food with the longest name that begins a run of Thai, which has the main word first.
    ///
    /// - Throws: What the search throws.
    func findPart(_ phrase: MealPhrase) throws -> Found? {
        guard phrase.words.count == 1, let run = phrase.words.first, ThaiScript.isRun(run) else { return nil }
        if let without = MealWords.thaiNegations.first(where: run.contains),
            let food = run.split(separator: without).first,
            food.count < run.count
        {
            return try whole(String(food))
        }
        if let (food, way) = Preparation.split(thai: run), let found = try whole(food) {
            return try prepared(found, [way]) ?? found
        }
        let scalars = Array(run.unicodeScalars)
        let least = max(Self.partLengthMin, scalars.count / Self.partShareMin)
        for length in stride(from: scalars.count - 1, through: least, by: -1).prefix(Self.partsMax) {
            if Self.canEnd(scalars, at: length), let found = try whole(Self.text(scalars[..<length])) { return found }
        }
        return nil
    }

    /// Finds foods with a name that equals a part of a run.
    private func whole(_ text: String) throws -> Found? {
        let part = MealPhrase(text)
        guard let found = try complete(part, dropped: 1) else { return nil }
        let same = found.ranked.filter { $0.candidate.names.contains { NameFit($0, part).isSame } }
        return same.isEmpty ? nil : Found(ranked: same, droppedWords: 1, isFar: false)
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

    /// Maximum cost of names that match by synonyms.
    private static let synonymCostMax = 40

    /// Returns whether a food is more than a guess for a word that no name has.
    fileprivate func isPlausible(_ phrase: MealPhrase) -> Bool {
        if phrase.words.contains(where: ThaiScript.isRun) || names.contains(where: { NameFit($0, phrase).hasAllWords })
        {
            return true
        }
        if matchCost <= Self.synonymCostMax { return true }
        // People mistype any letter but the first.
        let letters = Set(names.flatMap { WordNormaliser.words(of: $0) }.compactMap(\.unicodeScalars.first))
        return matchCost < Self.correctedCostMax
            && phrase.words.allSatisfy { $0.unicodeScalars.first.map(letters.contains) ?? true }
    }
}
