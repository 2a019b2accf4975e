/// Every word of the catalogue's names with how many foods have it, in order: completes what is half typed, and corrects what
/// is mistyped.
///
/// Words are kept one behind the other in UTF-16, of which a unit is a character in all scripts of names.
package struct Vocabulary: Sendable {
    /// A word, and how many foods have it.
    package struct Entry: Sendable, Equatable {
        let word: String
        let uses: Int

        package init(word: String, uses: Int) {
            self.word = word
            self.uses = uses
        }
    }

    /// Words that share a beginning and are looked through for the commonest; of beginnings of five characters only the
    /// largest catalogues have more.
    private static let completionsScanMax = 20_000
    /// Words that are passed over together where all of them share a beginning: a look instead of so many, and few enough that
    /// most beginnings with many words fill some.
    private static let blockWords = 64

    /// Every word's units, one word behind the other.
    let units: [UInt16]
    /// Where each word begins, and the end of the last one.
    let starts: [UInt32]
    let uses: [UInt32]
    /// How many units a word has in common with the one before it.
    let shared: [UInt8]
    /// The least of these in each block of words.
    private let leastShared: [UInt8]

    static let empty = Vocabulary([])

    /// Takes words in the order of their UTF-16 units.
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

    func word(_ index: Int) -> String {
        String(decoding: units[Int(starts[index])..<Int(starts[index + 1])], as: UTF16.self)
    }

    /// The commonest words that begin so, the commonest first.
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

    /// The next word that does not begin with the same units.
    ///
    /// - Parameters:
    ///   - index: Of the word.
    ///   - depth: How many units of it.
    /// - Returns: The other word's index, or ``count`` if there is none.
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

    /// How many foods have just this word.
    func uses(of word: String) -> Int {
        let units = Array(word.utf16)
        let index = lowerBound(units)
        guard index < count, length(index) == units.count, begins(index, with: units) else { return 0 }
        return Int(uses[index])
    }

    /// Returns how many foods have a token, or a little more: those with two words of one beginning count twice.
    func uses(of token: IndexToken) -> Int {
        guard token.isBeginning else { return uses(of: token.text) }
        let units = Array(token.text.utf16)
        // No character of a word sorts behind this unit.
        let range = lowerBound(units)..<lowerBound(units + [.max])
        return uses[range].reduce(0) { $0 + Int($1) }
    }

    func length(_ index: Int) -> Int { Int(starts[index + 1] - starts[index]) }

    /// The first word that does not sort before the given one.
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

/// Gathers words that come in order.
struct VocabularyBuilder {
    private var units: [UInt16] = []
    private var starts: [UInt32] = [0]
    private var uses: [UInt32] = []
    private var shared: [UInt8] = []

    /// Adds a word, which sorts behind those before it; one that does not is passed over.
    mutating func add(_ word: String, _ uses: Int) {
        let added = Array(word.utf16)
        // A slice of the words before would hold on to them, and each word then be added to a copy of them all.
        guard let common = commonWithLast(added) else { return }
        units.append(contentsOf: added)
        starts.append(UInt32(units.count))
        self.uses.append(UInt32(clamping: max(0, uses)))
        shared.append(UInt8(clamping: common))
    }

    /// How many units a word has in common with the last one; nil if it does not sort behind it.
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
