import Contracts

/// What of a food's names is searched: tokens for the index, and lines for the ranking of what the index finds.
///
/// Tokens, besides words and their stems: `=` and the stems of what it is ("=banana" of "Bananas, raw"), `^` and a word with
/// which a name begins. Of runs of Thai there are pairs of characters instead of words.
package struct IndexText: Sendable, Equatable {
    /// Changes when the same names come to other tokens or lines, or when these are entered otherwise; then the index and the
    /// vocabulary are made anew.
    package static let version = 2
    /// Longer ones cannot be told apart by what is searched for.
    private static let wholeNameLengthMax = 60
    /// Words of a vocabulary, for completing and correcting, have at least so many characters.
    static let vocabularyWordLength = 3...40
    /// Names of a food that are searched; sources know more languages than anybody reads.
    private static let namesMax = 40

    /// Without repetitions, in the order in which they came up.
    package let tokens: [String]
    /// The words that people may want completed or corrected, each once.
    package let vocabulary: [String]
    /// One for each name, in a form that ``NameLines`` reads.
    package let lines: [UInt8]
    /// Of the first name; see ``SearchableName/detail``.
    package let detail: Int

    /// Works the names out.
    ///
    /// - Parameters:
    ///   - names: Every name of the food, the first one first.
    ///   - brand: Its words are found, too.
    package init(names: [String], brand: String?) {
        let named = names.prefix(Self.namesMax).map(SearchableName.init)
        let brandWords = brand.map(WordNormaliser.words(of:)) ?? []
        var tokens = TokenSet()
        var lines: [UInt8] = []
        for name in named {
            tokens.add(name)
            NameLines.append(name, brandWords, to: &lines)
        }
        tokens.add(words: brandWords)
        self.tokens = tokens.tokens
        vocabulary = tokens.vocabulary
        self.lines = lines
        detail = named.first?.detail ?? 0
    }

    /// The token of a whole name, by the stems of its words.
    static func wholeName(_ stems: some Sequence<String>) -> String {
        "=" + String(stems.joined().prefix(wholeNameLengthMax))
    }

    /// The token of a word with which a name begins.
    static func start(_ word: String) -> String {
        "^" + (ThaiScript.isRun(word) ? ThaiScript.start(of: word) : word)
    }
}

/// Gathers tokens, each once.
private struct TokenSet {
    private(set) var tokens: [String] = []
    private(set) var vocabulary: [String] = []
    private var seen: Set<String> = []

    mutating func add(_ name: SearchableName) {
        for (word, stem) in zip(name.words, name.stems) { add(word, stem) }
        let lead = name.lead.clamped(to: name.words.indices)
        guard !lead.isEmpty else { return }
        add(IndexText.wholeName(name.stems[lead]))
        for index in Set([0, lead.lowerBound]).sorted() {
            add(IndexText.start(name.words[index]))
            add(IndexText.start(name.stems[index]))
        }
    }

    mutating func add(words: [String]) {
        for word in words { add(word, Stemmer.stem(of: word)) }
    }

    private mutating func add(_ word: String, _ stem: String) {
        if ThaiScript.isRun(word) {
            for pair in ThaiScript.pairs(of: word) { add(pair) }
            return
        }
        if add(word), IndexText.vocabularyWordLength.contains(word.utf8.count) { vocabulary.append(word) }
        add(stem)
    }

    @discardableResult
    private mutating func add(_ token: String) -> Bool {
        guard seen.insert(token).inserted else { return false }
        tokens.append(token)
        return true
    }
}
