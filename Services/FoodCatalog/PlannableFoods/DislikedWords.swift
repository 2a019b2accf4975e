/// Finds the words that a user dislikes in the names of foods, whatever the languages of both.
///
/// A word of ``FoodTerms`` stands for all words of its group. Other words are compared with the names by their stems,
/// and Thai ones as parts of a name, which has no spaces.
package struct DislikedWords: Sendable {
    /// A word or phrase to find in a name.
    private enum Alternative: Sendable {
        /// Every word must occur: as it is, or with another ending.
        case words([String], isExact: Bool)
        case thai(String)
    }

    private let wishes: [(dislike: String, alternatives: [Alternative])]
    /// All words of Thai, of which the longest one at each place of a name counts: "ข้าวโพด" is corn, not rice.
    private let thai: ThaiWords

    /// Prepares the words.
    ///
    /// - Parameter dislikes: Words and phrases as typed; those without letters and digits are ignored.
    package init(_ dislikes: [String]) {
        let groups = (dislikes.isEmpty ? [] : FoodTerms.groups).map { group in
            group.map { (term: $0, alternative: Self.alternative($0)) }
        }
        wishes = dislikes.compactMap { dislike in
            if WordNormaliser.words(of: dislike).isEmpty { return nil }
            let own = FoodTerms.Term(text: Self.tidied(dislike), isExact: false)
            let group = groups.first { $0.contains { Self.isSame($0.term, own) } }
            return (dislike, group?.map(\.alternative) ?? [Self.alternative(own)])
        }
        let own = wishes.flatMap(\.alternatives)
        thai = ThaiWords(
            (groups.flatMap { $0.map(\.alternative) } + own).compactMap { alternative in
                if case .thai(let text) = alternative { text } else { nil }
            },
            hasTones: true
        )
    }

    /// Returns the dislikes that name a food.
    ///
    /// - Parameter texts: The names of the food in all languages, and its category.
    /// - Returns: The dislikes as they were typed.
    package func found(in texts: [String]) -> [String] {
        if wishes.isEmpty { return [] }
        let names = texts.map { Name($0, thai) }
        return wishes.filter { wish in
            wish.alternatives.contains { alternative in names.contains { $0.contains(alternative) } }
        }.map(\.dislike)
    }

    private static func alternative(_ term: FoodTerms.Term) -> Alternative {
        if isThai(term) { return .thai(term.text) }
        let words = WordNormaliser.words(of: term.text)
        return .words(term.isExact ? words : words.map(Stemmer.stem(of:)), isExact: term.isExact)
    }

    /// Returns whether a dislike is a term, apart from endings.
    private static func isSame(_ term: FoodTerms.Term, _ dislike: FoodTerms.Term) -> Bool {
        if isThai(term) || isThai(dislike) { return term.text == dislike.text }
        let (words, other) = (WordNormaliser.words(of: term.text), WordNormaliser.words(of: dislike.text))
        return term.isExact ? words == other : words.map(Stemmer.stem(of:)) == other.map(Stemmer.stem(of:))
    }

    private static func isThai(_ term: FoodTerms.Term) -> Bool {
        term.text.unicodeScalars.contains(where: ThaiScript.holds)
    }

    /// Returns a text with single spaces.
    private static func tidied(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A name, ready to be compared.
    private struct Name {
        private let words: Set<String>
        private let stems: Set<String>
        private let thai: Set<String>

        init(_ text: String, _ terms: ThaiWords) {
            let words = WordNormaliser.words(of: text)
            self.words = Set(words)
            stems = Set(words.map(Stemmer.stem(of:)))
            var (found, position): (Set<String>, Int) = ([], 0)
            let scalars = Array(text.unicodeScalars)
            while position < scalars.count {
                guard let end = terms.longest(in: scalars, at: position) else {
                    position += 1
                    continue
                }
                found.insert(String(String.UnicodeScalarView(scalars[position..<end])))
                position = end
            }
            thai = found
        }

        func contains(_ alternative: Alternative) -> Bool {
            switch alternative {
            case .words(let wanted, let isExact): wanted.allSatisfy((isExact ? words : stems).contains)
            case .thai(let word): thai.contains(word)
            }
        }
    }
}
