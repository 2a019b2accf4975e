/// The sorted words of all names with their numbers of foods, for completion and correction.
///
/// Words are concatenated in UTF-16, where every character of the supported scripts is one unit.
package struct Vocabulary: Sendable {
    /// A word and the number of foods that have it.
    package struct Entry: Sendable, Equatable {
        let word: String
        let uses: Int

        package init(word: String, uses: Int) {
            self.word = word
            self.uses = uses
        }
    }

    /// Maximum number of words with a common prefix that are scanned for the most common ones.
    ///
    /// Only the largest catalogs have more words for a prefix of five characters.
    private static let completionsScanMax = 20_000
    /// Number of words that are skipped together if they share a prefix.
    ///
    /// One comparison replaces so many, and most prefixes with many words fill some blocks.
    private static let blockWords = 64

    /// The units of all words.
    let units: [UInt16]
    /// The start of each word, and the end of the last one.
    let starts: [UInt32]
    let uses: [UInt32]
    /// The number of units that each word shares with the previous one.
    let shared: [UInt8]
    /// The least value of ``shared`` in each block of words.
    private let leastShared: [UInt8]

    static let empty = Vocabulary([])

    /// Creates a vocabulary from words sorted by their UTF-16 units.
    package init(_ entries: some Sequence<Entry>) {
        var builder = VocabularyBuilder()
        for entry in entries { builder.add(entry.word, entry.uses) }
        self = builder.vocabulary
    }

    init(units: [UInt16], starts: [UInt32], uses: [UInt32], shared: [UInt8]) {
        self.units = units
        self.starts = starts
        self.uses = uses
        self.shared = shared
        leastShared = stride(from: 0, to: shared.count, by: Self.blockWords).map { start in
            shared[start..<min(start + Self.blockWords, shared.count)].min() ?? 0
        }
    }

    package var count: Int { uses.count }

    /// Returns the vocabulary of the words with more foods than `foods`.
    func words(ofMoreFoodsThan foods: Int) -> Vocabulary {
        Vocabulary(
            uses.indices.lazy.filter { uses[$0] > foods }.map { Entry(word: word($0), uses: Int(uses[$0])) }
        )
    }

    func word(_ index: Int) -> String {
        String(decoding: units[Int(starts[index])..<Int(starts[index + 1])], as: UTF16.self)
    }

    /// Returns the most common words with a prefix, in descending order.
    func completions(of prefix: String, limit: Int) -> [Entry] {
        let prefix = Array(prefix.utf16)
        var best: [(uses: UInt32, index: Int)] = []
        var index = lowerBound(prefix)
        let end = min(count, index + Self.completionsScanMax)
        while index < end, begins(index, with: prefix) {
            if best.count < limit {
                best.append((uses[index], index))
            } else if let least = best.indices.min(by: { best[$0].uses < best[$1].uses }),
                best[least].uses < uses[index]
            {
                best[least] = (uses[index], index)
            }
            index += 1
        }
        return best.sorted { ($1.uses, $0.index) < ($0.uses, $1.index) }
            .map { Entry(word: word($0.index), uses: Int($0.uses)) }
    }

    /// Returns the index of the next word without the same leading units.
    ///
    /// - Parameters:
    ///   - index: The index of the word.
    ///   - depth: The number of leading units.
    /// - Returns: The index, or ``count`` if there is none.
    package func next(after index: Int, sharing depth: Int) -> Int {
        var index = index + 1
        while index < count {
            if index.isMultiple(of: Self.blockWords), Int(leastShared[index / Self.blockWords]) >= depth {
                index += Self.blockWords
            } else if Int(shared[index]) >= depth {
                index += 1
            } else {
                return index
            }
        }
        return count
    }

    /// Returns the number of foods with exactly this word.
    func uses(of word: String) -> Int {
        let units = Array(word.utf16)
        let index = lowerBound(units)
        guard index < count, length(index) == units.count, begins(index, with: units) else { return 0 }
        return Int(uses[index])
    }

    /// Returns the number of foods with a token; foods with two words of one prefix count twice.
    func uses(of token: IndexToken) -> Int {
        guard token.isPrefix else { return uses(of: token.text) }
        let units = Array(token.text.utf16)
        // No character of a word sorts after this unit.
        let range = lowerBound(units)..<lowerBound(units + [.max])
        return uses[range].reduce(0) { $0 + Int($1) }
    }

    func length(_ index: Int) -> Int { Int(starts[index + 1] - starts[index]) }

    /// Returns the index of the first word that does not sort before `word`.
    private func lowerBound(_ word: [UInt16]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let isBefore = units[Int(starts[middle])..<Int(starts[middle + 1])].lexicographicallyPrecedes(word)
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func begins(_ index: Int, with prefix: [UInt16]) -> Bool {
        let start = Int(starts[index])
        return length(index) >= prefix.count && units[start..<start + prefix.count].elementsEqual(prefix)
    }
}

/// Builds a vocabulary from sorted words.
struct VocabularyBuilder {
    private var units: [UInt16] = []
    private var starts: [UInt32] = [0]
    private var uses: [UInt32] = []
    private var shared: [UInt8] = []

    /// Appends a word; one that does not sort after the previous word is ignored.
    mutating func add(_ word: String, _ uses: Int) {
        let added = Array(word.utf16)
        // A slice of `units` would retain its buffer, and each append would then copy the whole array.
        guard let common = commonWithLast(added) else { return }
        units.append(contentsOf: added)
        starts.append(UInt32(units.count))
        self.uses.append(UInt32(clamping: max(0, uses)))
        shared.append(UInt8(clamping: common))
    }

    /// Returns the number of units shared with the last word; nil if the word does not sort after it.
    private func commonWithLast(_ added: [UInt16]) -> Int? {
        guard starts.count > 1 else { return 0 }
        let start = Int(starts[starts.count - 2])
        let length = units.count - start
        var common = 0
        while common < length, common < added.count, units[start + common] == added[common] { common += 1 }
        if common == length { return added.count > length ? common : nil }
        return common < added.count && units[start + common] < added[common] ? common : nil
    }

    var vocabulary: Vocabulary { Vocabulary(units: units, starts: starts, uses: uses, shared: shared) }
}
