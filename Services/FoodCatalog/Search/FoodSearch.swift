import Contracts
import Storage

/// Finds foods by what somebody typed: the index hands out candidates, the plainest first, and their names are ranked.
struct FoodSearch {
    /// A food that was found, and where it stands.
    struct Found: Sendable {
        let number: Int64
        let cost: Int
        let prominence: Int
        let length: Int
        /// Of its names: foods of the same names have the same one.
        let names: Int
    }

    /// Foods of just the same names that stand together; the rest of them stand behind everything else, where they do not hide
    /// it.
    private static let equalNamesMax = 3
    /// Other ways to say a phrase that are tried.
    private static let variantsMax = 3
    private static let variantCost = 8
    /// Where so few foods have all words, those with some of them are looked for as well.
    private static let fewMax = 5
    /// What somebody's having logged a food takes off, and for each doubling of how often.
    private static let ownUseGain = 30
    private static let ownUseStep = 10
    private static let ownUseMax = 100

    let vocabulary: Vocabulary
    let synonyms: Synonyms
    let terms: TermCache

    /// The foods, the best first.
    ///
    /// - Parameters:
    ///   - query: What was typed.
    ///   - user: Who asks: their own foods are among the answers.
    ///   - uses: How often they have logged foods, by row.
    ///   - reader: The database.
    /// - Returns: At most ``FoodIndex/candidatesMax``.
    /// - Throws: What SQLite throws.
    func run(_ query: SearchQuery, for user: UserID?, uses: [Int64: Int] = [:], _ reader: SQLReader) throws -> [Found] {
        var found = try ranked(query, missing: false, user, uses, reader)
        let variants = synonyms.variants(of: query.words) + SpacingVariants.variants(of: query.words, vocabulary)
        for words in variants.prefix(Self.variantsMax) {
            let variant = try ranked(SearchQuery(words: words), missing: false, user, uses, reader)
            found = Self.merged(found, variant, extraCost: Self.variantCost)
        }
        if found.count < Self.fewMax, query.words.count > 1 {
            found = Self.merged(found, try ranked(query, missing: true, user, uses, reader), extraCost: 0)
        }
        return Self.spread(
            found.sorted {
                ($0.cost, $0.prominence, $0.length, $0.number) < ($1.cost, $1.prominence, $1.length, $1.number)
            }
        )
    }

    private static func spread(_ found: [Found]) -> [Found] {
        var counts: [Int: Int] = [:]
        var (first, rest): ([Found], [Found]) = ([], [])
        for food in found {
            counts[food.names, default: 0] += 1
            if counts[food.names, default: 0] <= equalNamesMax { first.append(food) } else { rest.append(food) }
        }
        return first + rest
    }

    private static func merged(_ first: [Found], _ second: [Found], extraCost: Int) -> [Found] {
        if second.isEmpty { return first }
        var best: [Int64: Found] = [:]
        for found in first { best[found.number] = found }
        for found in second {
            let cost = found.cost + extraCost
            if let known = best[found.number], known.cost <= cost { continue }
            best[found.number] = Found(
                number: found.number,
                cost: cost,
                prominence: found.prominence,
                length: found.length,
                names: found.names
            )
        }
        return Array(best.values)
    }

    private func ranked(
        _ query: SearchQuery,
        missing: Bool,
        _ user: UserID?,
        _ uses: [Int64: Int],
        _ reader: SQLReader
    ) throws -> [Found] {
        let terms = query.words.map { word in
            self.terms.term(word) { SearchTerm(word, vocabulary, synonyms) }
        }
        var candidates = Candidates(NameRanking(terms), uses)
        if missing {
            try addSome(terms, to: &candidates, reader)
        } else {
            try addAll(terms, user, to: &candidates, reader)
        }
        return Array(candidates.found.values)
    }

    /// What the index has handed out, each food once.
    private struct Candidates {
        private(set) var found: [Int64: Found] = [:]
        private let ranking: NameRanking
        private let uses: [Int64: Int]

        init(_ ranking: NameRanking, _ uses: [Int64: Int]) {
            self.ranking = ranking
            self.uses = uses
        }

        /// The rows that the caller uses, and that are not among the candidates.
        var used: [Int64] { uses.keys.filter { found[$0] == nil } }

        /// The same for a food of which it is not known whether its name has the words.
        mutating func addUsed(_ place: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
            guard ranking.cost(ofLines: lines) < NameRanking.missingWordCost / 2 else { return }
            add(place, lines, length)
        }

        mutating func add(_ place: Int64, _ lines: UnsafeRawBufferPointer, _ length: Int) {
            let number = FoodRank.number(ofPlace: place)
            guard found[number] == nil else { return }
            let prominence = FoodRank.prominence(ofPlace: place)
            let cost = ranking.cost(ofLines: lines) + prominence - FoodSearch.gain(uses[number] ?? 0)
            var hasher = Hasher()
            hasher.combine(bytes: lines)
            found[number] = Found(
                number: number,
                cost: cost,
                prominence: prominence,
                length: length,
                names: hasher.finalize()
            )
        }
    }

    fileprivate static func gain(_ uses: Int) -> Int {
        uses == 0 ? 0 : min(ownUseMax, ownUseGain + ownUseStep * FoodRank.popularityLevel(uses))
    }

    /// Foods that have every word.
    private func addAll(
        _ terms: [SearchTerm],
        _ user: UserID?,
        to candidates: inout Candidates,
        _ reader: SQLReader
    ) throws {
        let all = terms.map(\.expression).joined(separator: " AND ")
        try FoodIndex.forEach(all, FoodIndex.plainestMax, reader) { candidates.add($0, $1, $2) }
        if candidates.found.count == FoodIndex.plainestMax {
            try FoodIndex.forEach(wholeName(terms), FoodIndex.startingMax, reader) { candidates.add($0, $1, $2) }
            let starts = terms.flatMap(\.startTokens).map(\.quoted).joined(separator: " OR ")
            try FoodIndex.forEach("(\(all)) AND (\(starts))", FoodIndex.startingMax, reader) {
                candidates.add($0, $1, $2)
            }
        }
        guard let user else { return }
        try FoodIndex.forEach(all, of: user, reader) { candidates.add($0, $1, $2) }
        // What somebody logs often is among the answers, however particular it is.
        for number in candidates.used { try FoodIndex.row(number, reader) { candidates.addUsed($0, $1, $2) } }
    }

    /// Names that are what was asked for, and nothing else before the first comma.
    private func wholeName(_ terms: [SearchTerm]) -> String {
        var names = [terms.map(\.stem)]
        for (index, term) in terms.enumerated() {
            for stem in term.wholeNameStems.dropFirst() {
                var name = names[0]
                name[index] = stem
                names.append(name)
            }
        }
        return names.map { IndexToken(IndexText.wholeName($0)).quoted }.joined(separator: " OR ")
    }

    /// Foods that have all words but one; where there are few, those that have any.
    private func addSome(_ terms: [SearchTerm], to candidates: inout Candidates, _ reader: SQLReader) throws {
        if terms.count > 2 {
            for index in terms.indices {
                var fewer = terms
                fewer.remove(at: index)
                let expression = fewer.map(\.expression).joined(separator: " AND ")
                try FoodIndex.forEach(expression, FoodIndex.someMax / terms.count, reader) {
                    candidates.add($0, $1, $2)
                }
            }
        }
        guard candidates.found.count < FoodIndex.someMax / 2 else { return }
        let any = terms.map(\.expression).joined(separator: " OR ")
        try FoodIndex.forEach(any, FoodIndex.someMax, reader) { candidates.add($0, $1, $2) }
    }
}
