import Foundation

/// Finds words of the vocabulary that resemble a typed word.
///
/// Errors are counted by the restricted Damerau-Levenshtein distance: an inserted, missing or replaced character, or
/// two swapped neighbours. A missing ending does not count as an error, since the word may be typed only in part.
struct SpellingCorrection {
    /// A word of the vocabulary and the number of typing errors.
    struct Candidate: Equatable, Sendable {
        let word: String
        let uses: Int
        let errors: Int
        /// Whether the typed text matches only a prefix of the word.
        let isPrefix: Bool
    }

    /// Minimum length of a corrected word; shorter words have too many neighbours: "rice" is not "mice".
    static let correctedLengthMin = 5
    /// Minimum length at which a prefix, too, may have two errors.
    private static let longLengthMin = 8
    static let errorsMax = 2
    /// Weight of an error against a doubling of a word's uses: four times as many foods offset a quarter of an error.
    private static let errorWeight = 8.0
    /// A word that matches only by a prefix is slightly less likely.
    private static let prefixWeight = 2.0

    private let vocabulary: Vocabulary
    private let typed: [UInt16]

    init(_ typed: String, in vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        self.typed = Array(typed.utf16)
    }

    /// Returns the likeliest words, the best first; none if the typed word is too short.
    func best(limit: Int) -> [Candidate] {
        guard typed.count >= Self.correctedLengthMin, typed.count <= IndexText.vocabularyWordLength.upperBound else {
            return []
        }
        var found: [Candidate] = []
        walk { found.append($0) }
        return Array(found.sorted { weight($0) < weight($1) }.prefix(limit))
    }

    private func weight(_ candidate: Candidate) -> Double {
        Double(candidate.errors) * Self.errorWeight + (candidate.isPrefix ? Self.prefixWeight : 0)
            - log2(Double(max(1, candidate.uses)))
    }

    /// Visits the sorted words with one row of distances for each character.
    ///
    /// Words that share a prefix share its rows, and all words with a prefix that differs too much are skipped.
    private func walk(_ found: (Candidate) -> Void) {
        let depthMax = typed.count + Self.errorsMax
        var distances = EditDistances(to: typed, upTo: Self.errorsMax)
        // For each depth, the least distance of any prefix so far.
        var prefixDistances = [UInt8](repeating: .max, count: depthMax + 2)
        prefixDistances[0] = UInt8(typed.count)
        let prefixErrorsMax = typed.count >= Self.longLengthMin ? Self.errorsMax : 1
        var index = 0
        var validDepth = 0
        while index < vocabulary.count {
            let start = Int(vocabulary.starts[index])
            let length = vocabulary.length(index)
            var depth = min(validDepth, Int(vocabulary.shared[index]), length)
            var isPruned = false
            while depth < min(length, depthMax) {
                depth += 1
                let unit = vocabulary.units[start + depth - 1]
                let before = depth > 1 ? vocabulary.units[start + depth - 2] : nil
                let least = distances.add(unit, behind: before, at: depth)
                prefixDistances[depth] = min(prefixDistances[depth - 1], distances.whole(at: depth))
                if least > Self.errorsMax, prefixDistances[depth] > prefixErrorsMax {
                    isPruned = true
                    break
                }
            }
            validDepth = depth
            if isPruned {
                index = vocabulary.next(after: index, sharing: depth)
                continue
            }
            let whole = distances.whole(at: depth)
            if let candidate = candidate(index, depth, whole, prefixDistances[depth], prefixErrorsMax) {
                found(candidate)
            }
            index += 1
        }
    }

    private func candidate(
        _ index: Int,
        _ depth: Int,
        _ distance: UInt8,
        _ prefixDistance: UInt8,
        _ prefixErrorsMax: Int
    ) -> Candidate? {
        let isWhole = depth == vocabulary.length(index)
        let whole = isWhole ? Int(distance) : Int.max
        let isPrefix = Int(prefixDistance) < whole && Int(prefixDistance) <= prefixErrorsMax
        let errors = isPrefix ? Int(prefixDistance) : whole
        guard errors <= Self.errorsMax else { return nil }
        return Candidate(
            word: vocabulary.word(index),
            uses: Int(vocabulary.uses[index]),
            errors: errors,
            isPrefix: isPrefix
        )
    }
}
