import Foundation

/// Words that somebody may have meant.
///
/// Errors are counted as by Damerau and Levenshtein (restricted: a pair of neighbours is swapped once): a character too many,
/// too few, another one, or two neighbours swapped. Of a word that is still being typed, an error counts only where it was
/// made: what is missing at the end is none.
struct SpellingCorrection {
    /// A word of the vocabulary and what was typed wrong.
    struct Candidate: Equatable, Sendable {
        let word: String
        let uses: Int
        let errors: Int
        /// Whether the word goes on where the typing ended.
        let isBeginning: Bool
    }

    /// Shorter words have too many neighbours: "rice" is no "mice".
    static let correctedLengthMin = 5
    /// From so many characters on two errors are taken for a beginning, too.
    private static let longLengthMin = 8
    static let errorsMax = 2
    /// What an error weighs against a doubling of how common a word is: four times as many foods make up for less than one.
    private static let errorWeight = 8.0
    /// A word that only begins like what was typed is a little less likely meant.
    private static let beginningWeight = 2.0

    private let vocabulary: Vocabulary
    private let typed: [UInt16]

    init(_ typed: String, in vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        self.typed = Array(typed.utf16)
    }

    /// The likeliest words, the best first; none where the word is too short.
    func best(limit: Int) -> [Candidate] {
        guard typed.count >= Self.correctedLengthMin, typed.count <= IndexText.vocabularyWordLength.upperBound else {
            return []
        }
        var found: [Candidate] = []
        walk { found.append($0) }
        return Array(found.sorted { weight($0) < weight($1) }.prefix(limit))
    }

    private func weight(_ candidate: Candidate) -> Double {
        Double(candidate.errors) * Self.errorWeight + (candidate.isBeginning ? Self.beginningWeight : 0)
            - log2(Double(max(1, candidate.uses)))
    }

    /// Goes through the words in order with one row of distances for each character, of which words that share a beginning
    /// share the rows, and leaves out all that begin too differently.
    private func walk(_ found: (Candidate) -> Void) {
        let depthMax = typed.count + Self.errorsMax
        var distances = EditDistances(to: typed, upTo: Self.errorsMax)
        // For each depth the least distance of any beginning so far.
        var beginnings = [UInt8](repeating: .max, count: depthMax + 2)
        beginnings[0] = UInt8(typed.count)
        let beginningErrorsMax = typed.count >= Self.longLengthMin ? Self.errorsMax : 1
        var index = 0
        var validDepth = 0
        while index < vocabulary.count {
            let start = Int(vocabulary.starts[index])
            let length = vocabulary.length(index)
            var depth = min(validDepth, Int(vocabulary.shared[index]), length)
            var isHopeless = false
            while depth < min(length, depthMax) {
                depth += 1
                let unit = vocabulary.units[start + depth - 1]
                let before = depth > 1 ? vocabulary.units[start + depth - 2] : nil
                let least = distances.add(unit, behind: before, at: depth)
                beginnings[depth] = min(beginnings[depth - 1], distances.whole(at: depth))
                if least > Self.errorsMax, beginnings[depth] > beginningErrorsMax {
                    isHopeless = true
                    break
                }
            }
            validDepth = depth
            if isHopeless {
                index = vocabulary.next(after: index, sharing: depth)
                continue
            }
            let whole = distances.whole(at: depth)
            if let candidate = candidate(index, depth, whole, beginnings[depth], beginningErrorsMax) {
                found(candidate)
            }
            index += 1
        }
    }

    private func candidate(
        _ index: Int,
        _ depth: Int,
        _ distance: UInt8,
        _ beginning: UInt8,
        _ beginningErrorsMax: Int
    ) -> Candidate? {
        let isWhole = depth == vocabulary.length(index)
        let whole = isWhole ? Int(distance) : Int.max
        let isBeginning = Int(beginning) < whole && Int(beginning) <= beginningErrorsMax
        let errors = isBeginning ? Int(beginning) : whole
        guard errors <= Self.errorsMax else { return nil }
        return Candidate(
            word: vocabulary.word(index),
            uses: Int(vocabulary.uses[index]),
            errors: errors,
            isBeginning: isBeginning
        )
    }
}
