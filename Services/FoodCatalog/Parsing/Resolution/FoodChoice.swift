import Contracts

/// Orders the foods of a search by what users mean when they log a meal.
///
/// The order of a search is for a list from which users choose. A parsed line has no choice, so this type prefers foods
/// as they are eaten, and names that say no more than the words do.
struct FoodChoice {
    /// A candidate with its total cost.
    struct Ranked {
        let candidate: ParseCandidate
        let cost: Int
    }

    /// Cost of a food that is not eaten as it is, such as dry rice or raw meat, unless the words say so.
    private static let uneatenCost = 45
    /// Cost of raw meat and fish, which many people weigh raw, and of preserved foods.
    private static let rawCost = 20
    private static let weighedRawCategories = [
        "Beef", "Pork", "Poultry", "Chicken", "Turkey", "Lamb", "Fish", "fish", "Meat",
    ]
    private static let processedWords: Set<String> = [
        "smoked", "canned", "pickled", "cured", "breaded", "dried", "battered", "imitation", "condensed",
    ]
    /// Cost of a maker or a restaurant, of a food for babies, and of an ingredient of others.
    private static let specialCost = 80
    /// Gain of a name that equals the words.
    private static let sameNameGain = 40
    /// "Not further specified" in survey foods: the food that is meant by its name alone.
    private static let unspecified = "nfs"
    private static let unspecifiedGain = 15
    /// Gain of foods that have names in several scripts, which are the common ones.
    private static let commonGain = 40
    /// Cost of each word of a name that the words lack, and of a name that lacks one of them.
    private static let furtherWordCost = 4
    /// Further cost of each such word before the first comma, and of the main word of an English name: "Steak sauce".
    private static let furtherLeadWordCost = 12
    private static let otherHeadCost = 25
    private static let otherNameCost = 40

    private static let rawWords: Set<String> = ["raw", "dry", "uncooked"]
    private static let unpreparedWords: Set<String> = [
        "unprepared", "dehydrated", "powder", "concentrate", "mix", "undiluted",
    ]
    /// Texts of categories of foods that are eaten raw, too.
    private static let rawCategories = [
        "ruit", "egetable", "Nut", "nut", "Apples", "Bananas", "erries", "Grapes", "Melons", "Peaches", "Pears",
        "Pineapple", "Mango", "Tomatoes", "Carrots", "Onions", "Lettuce", "Cabbage", "Spices", "Egg", "egg", "eeds",
        "Corn",
        "Broccoli", "Spinach", "Olives", "Milk", "Dairy", "Beverages", "powder",
    ]
    /// Words that ask for a food before it is cooked, folded.
    private static let askedUneaten = [
        "raw", "dry", "uncooked", "dried", "powder", "сир", "сух", "ดิบ", "แหง", "ผง",
    ]
    private static let specialWords: Set<String> = [
        "baby", "babyfood", "infant", "ingredient", "restaurant", "school", "fast",
    ]

    let words: MealPhrase

    /// Returns the candidates, the best first.
    func ranked(_ candidates: [ParseCandidate]) -> [Ranked] {
        candidates.enumerated()
            .map { ($0.offset, Ranked(candidate: $0.element, cost: $0.element.cost + extraCost(of: $0.element))) }
            .sorted { ($0.1.cost, $0.0) < ($1.1.cost, $1.0) }
            .map(\.1)
    }

    private func extraCost(of candidate: ParseCandidate) -> Int {
        let fits = candidate.names.map { NameFit($0, words) }
        let isSame = fits.contains(where: \.isSame)
        var cost = candidate.isCommon ? -Self.commonGain : 0
        let name = Set(WordNormaliser.words(of: candidate.names.first ?? ""))
        if isSame, name.contains(Self.unspecified) { cost -= Self.unspecifiedGain }
        if !asksUneaten {
            let isUnprepared = !name.intersection(Self.unpreparedWords).isSubset(of: words.words)
            if isUnprepared {
                cost += Self.uneatenCost
            } else if !name.isDisjoint(with: Self.rawWords), !isEatenRaw(candidate) {
                cost += isWeighedRaw(candidate) ? Self.rawCost : Self.uneatenCost
            }
        }
        if !name.intersection(Self.processedWords).isSubset(of: words.words) { cost += Self.rawCost }
        let special = name.intersection(Self.specialWords)
        if !isSame, !special.isEmpty, !words.words.contains(where: special.contains) { cost += Self.specialCost }
        if !isSame, isMaker(candidate) { cost += Self.specialCost }
        if isSame {
            cost -= Self.sameNameGain
        } else if let further = fits.filter(\.hasAllWords).map(Self.cost).min() {
            cost += further
        } else {
            cost += Self.otherNameCost
        }
        return cost
    }

    private func isWeighedRaw(_ candidate: ParseCandidate) -> Bool {
        let category = candidate.food.category ?? ""
        return Self.weighedRawCategories.contains { category.containsBytes(of: $0) }
    }

    private static func cost(of fit: NameFit) -> Int {
        furtherWordCost * fit.furtherWords + furtherLeadWordCost * fit.furtherLeadWords
            + (fit.hasOtherHead ? otherHeadCost : 0)
    }

    private func isEatenRaw(_ candidate: ParseCandidate) -> Bool {
        let category = candidate.food.category ?? ""
        return Self.rawCategories.contains { category.containsBytes(of: $0) }
    }

    private var asksUneaten: Bool {
        words.words.contains { word in Self.askedUneaten.contains { word.hasPrefix($0) } }
    }

    /// Returns whether a food is another one that has the words, such as a maker's soup for "roast potatoes".
    func isFar(_ candidate: ParseCandidate) -> Bool {
        let fits = candidate.names.map { NameFit($0, words) }.filter(\.hasAllWords)
        guard let lead = fits.map(\.furtherLeadWords).min() else { return false }
        return lead >= Self.farLeadWordsMin || isMaker(candidate)
    }

    private static let farLeadWordsMin = 2

    /// Returns whether a name begins with a maker in capitals that the words lack.
    func isMaker(_ candidate: ParseCandidate) -> Bool {
        guard let name = candidate.names.first, name.utf8.first.map({ $0 < 0x80 }) ?? false else { return false }
        let maker = name.split(separator: " ").prefix { word in
            let capitals = word.count(where: \.isUppercase)
            return capitals >= Self.makerCapitalsMin && capitals * 2 > word.count
        }
        return !maker.flatMap { WordNormaliser.words(of: String($0)) }.allSatisfy(words.words.contains)
    }

    /// Fewer capitals are an abbreviation: "NFS".
    private static let makerCapitalsMin = 4
}

extension ParseCandidate {
    /// Whether it has a name in another script than ASCII's.
    fileprivate var isCommon: Bool {
        names.contains { $0.unicodeScalars.contains { $0.properties.isAlphabetic && !$0.isASCII } }
    }
}

/// Words of a food in a typed meal.
struct MealPhrase: Sendable {
    /// As typed, for a search.
    let text: String
    /// Normalised as names of foods are.
    let words: [String]
    /// The stems of the words in their order.
    let orderedStems: [String]
    let stems: Set<String>

    init(_ text: String) {
        self.text = text
        words = WordNormaliser.words(of: text)
        orderedStems = words.map(Stemmer.stem(of:))
        stems = Set(orderedStems)
    }
}

/// How the words of a meal and a name of a food overlap.
struct NameFit {
    /// Words that only join others.
    private static let fillers: Set<String> = [
        "a", "and", "as", "for", "from", "in", "of", "on", "or", "the", "to", "with", "з", "із", "зі", "та", "і", "й",
        "на",
        "в", "у",
        "nfs", "ns", "no", "added", "fat",
    ]

    private static let negations: Set<String> = ["no", "without", "без"]

    /// Whether the name has every word.
    let hasAllWords: Bool
    /// Whether it has them in the order of the meal.
    let isOrdered: Bool
    /// Number of words of the name that the meal lacks, without fillers.
    let furtherWords: Int
    /// Number of such words before the first comma.
    let furtherLeadWords: Int

    init(_ name: String, _ phrase: MealPhrase) {
        let name = SearchableName(name)
        var stems = zip(name.words, name.stems).map { Self.fillers.contains($0) ? "" : $1 }
        // "Chicken, canned, no broth" has none.
        for index in stems.indices.dropFirst() where Self.negations.contains(name.words[index - 1]) {
            stems[index] = ""
        }
        hasAllWords = phrase.stems.isSubset(of: Set(name.stems).union(Self.fillers))
        let further = stems.indices.filter { !stems[$0].isEmpty && !phrase.stems.contains(stems[$0]) }
        furtherWords = further.count
        furtherLeadWords = further.count { name.lead.contains($0) }
        wordsOfPhrase = phrase.words.count { !Self.fillers.contains($0) }
        let lead = stems[name.lead]
        hasOtherHead =
            name.words.first?.utf8.first.map { $0 < 0x80 } ?? false
            && lead.contains(where: phrase.stems.contains) && !phrase.stems.contains(lead.last ?? "")
        let places = phrase.orderedStems.compactMap { stems.firstIndex(of: $0) }
        isOrdered = zip(places, places.dropFirst()).allSatisfy(<)
    }

    /// Number of words of the phrase, without fillers.
    let wordsOfPhrase: Int
    /// Whether the main word of an English name is another: "Steak sauce" for "steak".
    let hasOtherHead: Bool

    /// Whether name and words are the same.
    var isSame: Bool { hasAllWords && furtherWords == 0 }
    /// Whether the name is that of one food with all the words, rather than of another food that has them.
    var isTight: Bool {
        hasAllWords && furtherWords <= Self.tightWordsMax
            && (furtherLeadWords == 0 || wordsOfPhrase >= Self.longPhraseMin)
    }

    private static let tightWordsMax = 1
    /// Number of words that hardly another food has: "sweet and sour chicken".
    private static let longPhraseMin = 3
}
