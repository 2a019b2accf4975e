import Contracts

/// The searchable form of a food's names: tokens for the index, and lines for ranking what the index returns.
///
/// Besides words and their stems there are two kinds of tokens. `=` precedes the stems of the leading words ("=banana"
/// for "Bananas, raw"), and `^` a word with which a name begins. Runs of Thai become pairs of characters.
package struct IndexText: Sendable, Equatable {
    /// Version of the format: increase it when equal names get other tokens or lines, or these are stored differently.
    ///
    /// The index and the vocabulary are then rebuilt.
    package static let version = 2
    /// Maximum length of a whole-name token; longer names are truncated.
    private static let wholeNameLengthMax = 60
    /// Allowed length in bytes of vocabulary words, which serve completion and correction.
    static let vocabularyWordLength = 3...40
    /// Maximum number of searchable names of a food, since sources have more languages than needed.
    private static let namesMax = 40

    /// Distinct tokens in order of appearance.
    package let tokens: [String]
    /// Distinct words for completion and correction.
    package let vocabulary: [String]
    /// One line for each name, in the format of ``NameLines``.
    package let lines: [UInt8]
    /// The detail of the first name; see ``SearchableName/detail``.
    package let detail: Int

    /// Derives tokens and lines.
    ///
    /// - Parameters:
    ///   - names: Every name of the food, the main one first.
    ///   - brand: The brand; its words are searchable too.
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

    /// Returns the token of a whole name from the stems of its words.
    static func wholeName(_ stems: some Sequence<String>) -> String {
        "=" + String(stems.joined().prefix(wholeNameLengthMax))
    }

    /// Returns the token of a word with which a name begins.
    static func start(_ word: String) -> String {
        "^" + (ThaiScript.isRun(word) ? ThaiScript.start(of: word) : word)
    }
}

/// Collects distinct tokens.
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

/// Tokens of private foods: each begins with its owner's id.
///
/// A prefix is therefore looked up only among the owner's words, however many other foods match, and needs no
/// vocabulary for completion.
enum OwnTokens {
    /// Returns the prefix of all tokens of a user's private foods; no name yields it, since none has both signs.
    static func prefix(of user: UserID) -> String { "=^\(user.description.replacing("-", with: ""))" }

    /// Returns whether private foods have this token: they are too few to need tokens of whole names and beginnings.
    static func isSearched(_ token: String) -> Bool { token.first != "=" && token.first != "^" }
}
