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
        let width = typed.count + 1
        let depthMax = typed.count + Self.errorsMax
        var rows = [UInt8](repeating: 0, count: width * (depthMax + 2))
        // For each depth the least distance of any beginning so far.
        var beginnings = [UInt8](repeating: .max, count: depthMax + 2)
        for column in 0..<width { rows[column] = UInt8(column) }
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
                let least = fill(&rows, depth, width, start)
                beginnings[depth] = min(beginnings[depth - 1], rows[depth * width + typed.count])
                if least > Self.errorsMax, beginnings[depth] > beginningErrorsMax {
                    isHopeless = true
                    break
                }
            }
            validDepth = depth
            if isHopeless {
                index = next(after: index, sharing: depth)
                continue
            }
            if let candidate = candidate(index, depth, rows, width, beginnings[depth], beginningErrorsMax) {
                found(candidate)
            }
            index += 1
        }
    }

    /// Fills the row of a depth, and tells its least distance.
    private func fill(_ rows: inout [UInt8], _ depth: Int, _ width: Int, _ start: Int) -> UInt8 {
        let unit = vocabulary.units[start + depth - 1]
        let (row, above) = (depth * width, (depth - 1) * width)
        rows[row] = UInt8(depth)
        var least = rows[row]
        for column in 1..<width {
            let isSame = typed[column - 1] == unit
            var distance = min(rows[above + column], rows[row + column - 1]) + 1
            distance = min(distance, rows[above + column - 1] + (isSame ? 0 : 1))
            if depth > 1, column > 1, typed[column - 2] == unit,
                typed[column - 1] == vocabulary.units[start + depth - 2]
            {
                distance = min(distance, rows[above - width + column - 2] + 1)
            }
            rows[row + column] = distance
            least = min(least, distance)
        }
        return least
    }

    private func candidate(
        _ index: Int,
        _ depth: Int,
        _ rows: [UInt8],
        _ width: Int,
        _ beginning: UInt8,
        _ beginningErrorsMax: Int
    ) -> Candidate? {
        let isWhole = depth == vocabulary.length(index)
        let whole = isWhole ? Int(rows[depth * width + typed.count]) : Int.max
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

    /// The next word that does not begin with the same characters.
    private func next(after index: Int, sharing depth: Int) -> Int {
        var index = index + 1
        while index < vocabulary.count, Int(vocabulary.shared[index]) >= depth { index += 1 }
        return index
    }
}
