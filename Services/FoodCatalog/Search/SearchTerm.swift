/// One word of a query with all of its interpretations.
struct SearchTerm: Sendable {
    /// Another word that matches the typed one.
    struct Form: Sendable {
        let bytes: [UInt8]
        let stem: String
        /// The cost of this interpretation.
        let cost: Int
    }

    /// Cost of a synonym.
    private static let synonymCost = 8
    /// Cost of one typing error.
    private static let errorCost = 60

    /// Maximum length of prefixes that the index stores; longer ones are completed by the vocabulary.
    static let indexedPrefixMax = 4
    /// Maximum number of completions, each of which costs an index lookup; rarer words are found when more is typed.
    private static let completionsMax = 12
    private static let correctionsMax = 6
    /// Words with at most this many foods are corrected as well, since catalogs contain misspellings, too.
    private static let rareUsesMax = 200
    /// How many times more common a correction must be than the typed word.
    static let correctionUsesRatio = 50
    /// A word before other words counts as whole if at least one in so many foods with its completions has it as a
    /// word.
    ///
    /// That is true for "peanut" in "peanut but", but not for "choc" in "choc milk".
    private static let wholeWordRatio = 10

    let typed: [UInt8]
    /// Whether completions are excluded, because the word counts as whole.
    let isNarrowed: Bool
    let stem: String
    let isThai: Bool
    /// Synonyms and corrections, without the typed word.
    let otherForms: [Form]
    /// For a run of Thai: the pairs that a name must all contain, unless it has those of a synonym.
    let pairs: [IndexToken]
    /// For a run of Thai: the pairs of each synonym.
    let otherPairs: [[IndexToken]]
    /// The tokens for the index; a name must have at least one of them.
    let tokens: [IndexToken]
    /// The tokens of names that begin with this term.
    let startTokens: [IndexToken]
    /// Stems that stand for this word in a whole-name token.
    let wholeNameStems: [String]
    /// Estimated number of foods with any of the tokens; too low if only the stem is known.
    let foods: Int

    /// Derives the interpretations of a word.
    ///
    /// - Parameters:
    ///   - word: The typed word.
    ///   - isWhole: Whether further words follow, so that the word is complete if it exists as a word.
    ///   - caches: The words of all names, and the common ones among them.
    ///   - synonyms: Words that mean the same.
    init(_ word: String, isWhole: Bool = false, _ caches: SearchCaches, _ synonyms: Synonyms) {
        let vocabulary = caches.vocabulary
        typed = Array(word.utf8)
        stem = Stemmer.stem(of: word)
        isThai = ThaiScript.isRun(word)
        let synonymWords = synonyms.words(for: stem)
        let corrections = isThai ? [] : Self.corrections(of: word, stem, caches)
        // Synonyms of the likeliest correction; the other corrections are too uncertain.
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
            otherPairs = synonymWords.map(Self.thaiTokens)
            tokens = []
            startTokens = Self.thaiStart(word)
            foods = 0
            return
        }
        pairs = []
        otherPairs = []
        isNarrowed = isWhole && Self.isMostlyWhole(word, stem, vocabulary)
        let completed = isNarrowed ? [IndexToken(word)] : Self.completions(of: word, vocabulary)
        let words = meant + [stem] + meant.map(Stemmer.stem(of:))
        let all = IndexToken.distinct(completed + words.map { IndexToken($0) })
        foods = all.reduce(0) { $0 + vocabulary.uses(of: $1) }
        tokens = IndexToken.withoutImplied(all, vocabulary)
        startTokens = tokens.map(\.atStart)
    }

    /// Returns the tokens of words that begin with `word`.
    private static func completions(of word: String, _ vocabulary: Vocabulary) -> [IndexToken] {
        if word.count <= indexedPrefixMax { return [IndexToken(word, isPrefix: true)] }
        let found = vocabulary.completions(of: word, limit: completionsMax)
        // Few foods have a word that the vocabulary lacks, so the index finds them quickly by prefix.
        return found.isEmpty ? [IndexToken(word, isPrefix: true)] : found.map { IndexToken($0.word) }
    }

    /// Returns whether a prefix is a word by itself often enough; see ``wholeWordRatio``.
    private static func isMostlyWhole(_ word: String, _ stem: String, _ vocabulary: Vocabulary) -> Bool {
        let uses = vocabulary.uses(of: word) + (stem == word ? 0 : vocabulary.uses(of: stem))
        let all = vocabulary.completions(of: word, limit: completionsMax).reduce(0) { $0 + $1.uses }
        return uses > 0 && uses * wholeWordRatio >= all
    }

    private static func corrections(
        of word: String,
        _ stem: String,
        _ caches: SearchCaches
    ) -> [SpellingCorrection.Candidate] {
        guard word.count >= SpellingCorrection.correctedLengthMin, word.contains(where: \.isLetter) else { return [] }
        let vocabulary = caches.vocabulary
        let uses = vocabulary.completions(of: word, limit: completionsMax).reduce(vocabulary.uses(of: stem)) {
            $0 + $1.uses
        }
        guard uses <= rareUsesMax else { return [] }
        // Only words of more foods can correct a known word, and few words have so many.
        let words = uses > 0 ? caches.commonWords : vocabulary
        return SpellingCorrection(word, in: words).best(limit: correctionsMax).filter {
            $0.errors > 0 && $0.uses > correctionUsesRatio * uses
        }
    }

    private static func thaiTokens(_ run: String) -> [IndexToken] {
        let pairs = ThaiScript.pairs(of: run)
        return pairs.map { IndexToken($0, isPrefix: pairs.count == 1 && run.unicodeScalars.count == 1) }
    }

    private static func thaiStart(_ run: String) -> [IndexToken] {
        let isShort = run.unicodeScalars.count < ThaiScript.startLength
        return [IndexToken(IndexText.start(run), isPrefix: isShort)]
    }

    /// The index expression for this term.
    var expression: String {
        let runs = pairs.isEmpty ? [] : [pairs] + otherPairs
        let all = runs.map { "(" + $0.map(\.quoted).joined(separator: " AND ") + ")" }
        return "(" + (all + tokens.map(\.quoted)).joined(separator: " OR ") + ")"
    }
}

extension SearchTerm.Form {
    init(_ word: String, cost: Int) {
        self.init(bytes: Array(word.utf8), stem: Stemmer.stem(of: word), cost: cost)
    }
}

extension SearchTerm {
    /// Returns the index expression for this term among a user's private foods, with every word as a prefix.
    ///
    /// - Parameter tokenPrefix: The prefix of the owner's tokens.
    /// - Returns: An expression in the syntax of FTS5.
    func expression(ownedBy tokenPrefix: String) -> String {
        func quoted(_ token: IndexToken) -> String {
            IndexToken(tokenPrefix + token.text, isPrefix: token.isPrefix).quoted
        }
        if isThai {
            let all = ([pairs] + otherPairs).map { "(" + $0.map(quoted).joined(separator: " AND ") + ")" }
            return "(" + all.joined(separator: " OR ") + ")"
        }
        let typed = IndexToken(String(decoding: typed, as: UTF8.self), isPrefix: true)
        return "(" + IndexToken.distinct([typed] + tokens).map(quoted).joined(separator: " OR ") + ")"
    }
}

/// A token of the index, or all tokens with a prefix.
struct IndexToken: Sendable, Hashable {
    let text: String
    let isPrefix: Bool

    init(_ text: String, isPrefix: Bool = false) {
        self.text = text
        self.isPrefix = isPrefix
    }

    /// The token in FTS5 syntax; it consists of letters, digits and marks and is quoted, so a query cannot contain
    /// operators.
    var quoted: String { isPrefix ? "\"\(text)\" *" : "\"\(text)\"" }

    /// The token of names that begin with this one.
    var atStart: IndexToken { IndexToken("^" + text, isPrefix: isPrefix) }

    /// Returns the tokens without those that other tokens of the list imply, because FTS5 reads each list.
    ///
    /// A longer token adds nothing to its own prefix, and a word nothing to its stem: the index has both for each name.
    /// A word that is itself the stem of another word stays.
    static func withoutImplied(_ tokens: [IndexToken], _ vocabulary: Vocabulary) -> [IndexToken] {
        let prefixes = tokens.filter(\.isPrefix).map(\.text)
        let whole = Set(tokens.filter { !$0.isPrefix }.map(\.text))
        return tokens.filter { token in
            if prefixes.contains(where: { token.text.hasPrefix($0) && token.text != $0 }) { return false }
            if token.isPrefix { return true }
            if prefixes.contains(token.text) { return false }
            let stem = Stemmer.stem(of: token.text)
            return stem == token.text || !whole.contains(stem) || Stemmer.mayBeStem(token.text, vocabulary)
        }
    }

    static func distinct(_ tokens: [IndexToken]) -> [IndexToken] {
        var seen: Set<IndexToken> = []
        return tokens.filter { seen.insert($0).inserted }
    }
}
