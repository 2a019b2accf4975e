/// One word of a query with everything that it may mean.
struct SearchTerm: Sendable {
    /// A word of names that counts as what was typed.
    struct Form: Sendable {
        let bytes: [UInt8]
        let stem: String
        /// What it costs to take it for what was typed.
        let cost: Int
    }

    /// A word meant by another one.
    private static let synonymCost = 8
    /// An error of typing.
    private static let errorCost = 60

    /// Beginnings up to this length have lists of their own in the index; longer ones are completed by the vocabulary.
    static let indexedBeginningMax = 4
    /// Each costs a look into the index; what is rarer is found when more has been typed.
    private static let completionsMax = 12
    private static let correctionsMax = 6
    /// A word that so few foods have is looked at for errors as well: misspellings are in catalogues, too.
    private static let rareUsesMax = 200
    /// How much commoner a correction has to be than what was typed.
    private static let correctionUsesRatio = 50
    /// A word before others is taken for a whole one if it is one at least once in so many of the foods that have its
    /// completions: "peanut" of "peanut but", but not "choc" of "choc milk".
    private static let wholeWordRatio = 10

    let typed: [UInt8]
    /// Whether longer words that begin so are left out, as it is taken for a whole word.
    let isNarrowed: Bool
    let stem: String
    let isThai: Bool
    /// Synonyms and corrections; what was typed is not among them.
    let otherForms: [Form]
    /// Of a run of Thai, what a name must have all of, if it has none of the tokens.
    let pairs: [IndexToken]
    /// What the index is asked for; any of them will do.
    let tokens: [IndexToken]
    /// The same for words with which a name begins.
    let startTokens: [IndexToken]
    /// Stems by which a whole name may be this word.
    let wholeNameStems: [String]
    /// About how many foods have any of the tokens; too low where only a stem is known.
    let foods: Int

    /// Works out what a word may mean.
    ///
    /// - Parameters:
    ///   - word: As it was typed.
    ///   - isWhole: Whether more words follow, so that it is typed to its end where it is a word by itself.
    ///   - vocabulary: All words of names.
    ///   - synonyms: What is called otherwise elsewhere.
    init(_ word: String, isWhole: Bool = false, _ vocabulary: Vocabulary, _ synonyms: Synonyms) {
        typed = Array(word.utf8)
        stem = Stemmer.stem(of: word)
        isThai = ThaiScript.isRun(word)
        let synonymWords = synonyms.words(for: stem)
        let corrections = isThai ? [] : Self.corrections(of: word, stem, vocabulary)
        // What the likeliest correction is called elsewhere; the others are too unsure to go on from.
        let corrected = corrections.first.map { ($0, synonyms.words(for: Stemmer.stem(of: $0.word))) }
        let correctedForms = corrected.map { best, words in
            words.map { Form($0, cost: best.errors * Self.errorCost + Self.synonymCost) }
        }
        otherForms =
            synonymWords.map { Form($0, cost: Self.synonymCost) }
            + corrections.map { Form($0.word, cost: $0.errors * Self.errorCost) } + (correctedForms ?? [])
        let meant = synonymWords + corrections.map(\.word) + (corrected?.1 ?? [])
        wholeNameStems = [stem] + meant.map(Stemmer.stem(of:))
        if isThai {
            isNarrowed = false
            pairs = Self.thaiTokens(word)
            tokens = synonymWords.map { IndexToken($0) }
            startTokens = Self.thaiStart(word)
            foods = 0
            return
        }
        pairs = []
        isNarrowed = isWhole && Self.isMostlyWhole(word, stem, vocabulary)
        let completed = isNarrowed ? [IndexToken(word)] : Self.completions(of: word, vocabulary)
        let words = meant + [stem] + meant.map(Stemmer.stem(of:))
        let all = IndexToken.distinct(completed + words.map { IndexToken($0) })
        foods = all.reduce(0) { $0 + vocabulary.uses(of: $1) }
        tokens = IndexToken.withoutImplied(all, vocabulary)
        startTokens = tokens.map(\.atStart)
    }

    /// What begins with a word.
    private static func completions(of word: String, _ vocabulary: Vocabulary) -> [IndexToken] {
        if word.count <= indexedBeginningMax { return [IndexToken(word, isBeginning: true)] }
        let found = vocabulary.completions(of: word, limit: completionsMax)
        // Few foods have what the vocabulary does not know, so that the index finds them quickly by itself.
        return found.isEmpty ? [IndexToken(word, isBeginning: true)] : found.map { IndexToken($0.word) }
    }

    /// Whether a word is one by itself about as often as it begins a longer one.
    private static func isMostlyWhole(_ word: String, _ stem: String, _ vocabulary: Vocabulary) -> Bool {
        let uses = vocabulary.uses(of: word) + (stem == word ? 0 : vocabulary.uses(of: stem))
        let all = vocabulary.completions(of: word, limit: completionsMax).reduce(0) { $0 + $1.uses }
        return uses > 0 && uses * wholeWordRatio >= all
    }

    private static func corrections(
        of word: String,
        _ stem: String,
        _ vocabulary: Vocabulary
    ) -> [SpellingCorrection.Candidate] {
        guard word.count >= SpellingCorrection.correctedLengthMin, word.contains(where: \.isLetter) else { return [] }
        let uses = vocabulary.completions(of: word, limit: completionsMax).reduce(vocabulary.uses(of: stem)) {
            $0 + $1.uses
        }
        guard uses <= rareUsesMax else { return [] }
        return SpellingCorrection(word, in: vocabulary).best(limit: correctionsMax).filter {
            $0.errors > 0 && $0.uses > correctionUsesRatio * uses
        }
    }

    private static func thaiTokens(_ run: String) -> [IndexToken] {
        let pairs = ThaiScript.pairs(of: run)
        return pairs.map { IndexToken($0, isBeginning: pairs.count == 1 && run.unicodeScalars.count == 1) }
    }

    private static func thaiStart(_ run: String) -> [IndexToken] {
        let isShort = run.unicodeScalars.count < ThaiScript.startLength
        return [IndexToken(IndexText.start(run), isBeginning: isShort)]
    }

    /// What the index is asked for this word.
    var expression: String {
        let all = pairs.isEmpty ? [] : ["(" + pairs.map(\.quoted).joined(separator: " AND ") + ")"]
        return "(" + (all + tokens.map(\.quoted)).joined(separator: " OR ") + ")"
    }
}

extension SearchTerm.Form {
    init(_ word: String, cost: Int) {
        self.init(bytes: Array(word.utf8), stem: Stemmer.stem(of: word), cost: cost)
    }
}

/// A token of the index, or all that begin so.
struct IndexToken: Sendable, Hashable {
    let text: String
    let isBeginning: Bool

    init(_ text: String, isBeginning: Bool = false) {
        self.text = text
        self.isBeginning = isBeginning
    }

    /// FTS5 is given nothing but words of letters, digits and marks, each in quotes: a query has no syntax.
    var quoted: String { isBeginning ? "\"\(text)\" *" : "\"\(text)\"" }

    /// The same for a word with which a name begins.
    var atStart: IndexToken { IndexToken("^" + text, isBeginning: isBeginning) }

    /// Returns the tokens without those whose foods other tokens of the list find anyway, because FTS5 walks each list.
    ///
    /// A longer token adds nothing to its own beginning, and a word nothing to its stem: the index has both for each name.
    /// A word that is itself the stem of another word stays.
    static func withoutImplied(_ tokens: [IndexToken], _ vocabulary: Vocabulary) -> [IndexToken] {
        let beginnings = tokens.filter(\.isBeginning).map(\.text)
        let whole = Set(tokens.filter { !$0.isBeginning }.map(\.text))
        return tokens.filter { token in
            if beginnings.contains(where: { token.text.hasPrefix($0) && token.text != $0 }) { return false }
            if token.isBeginning { return true }
            if beginnings.contains(token.text) { return false }
            let stem = Stemmer.stem(of: token.text)
            return stem == token.text || !whole.contains(stem) || Stemmer.mayBeStem(token.text, vocabulary)
        }
    }

    static func distinct(_ tokens: [IndexToken]) -> [IndexToken] {
        var seen: Set<IndexToken> = []
        return tokens.filter { seen.insert($0).inserted }
    }
}
