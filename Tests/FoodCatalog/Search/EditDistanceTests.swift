import FoodCatalog
import SeededRandom
import TestSupport
import Testing

/// Compares edit distances with a reference, mainly for short words with few distinct letters, the hardest case.
struct EditDistanceTests {
    private static let errorsMax = 2

    private static func word(_ lengths: ClosedRange<Int>, using random: inout SeededGenerator) -> [UInt16] {
        (0..<Int.random(in: lengths, using: &random)).map { _ in UInt16.random(in: 97...99, using: &random) }
    }

    /// Returns the distances between all prefixes of two words: rows of the first, columns of the second.
    private static func allDistances(_ word: [UInt16], _ typed: [UInt16]) -> [[Int]] {
        var rows = [Array(0...typed.count)]
        for depth in 1...word.count {
            var row = [depth]
            for column in 1...typed.count {
                let isSame = word[depth - 1] == typed[column - 1]
                var distance = min(rows[depth - 1][column], row[column - 1]) + 1
                distance = min(distance, rows[depth - 1][column - 1] + (isSame ? 0 : 1))
                if depth > 1, column > 1, word[depth - 1] == typed[column - 2], word[depth - 2] == typed[column - 1] {
                    distance = min(distance, rows[depth - 2][column - 2] + 1)
                }
                row.append(distance)
            }
            rows.append(row)
        }
        return rows
    }

    /// Maps all distances above the maximum to one value.
    private static func counted(_ distance: some BinaryInteger) -> Int { min(Int(distance), errorsMax + 1) }

    @Test func `distances up to the maximum equal the reference, also for consecutive words`() {
        var random = SeededGenerator(seed: testSeed("DISTANCE"))
        for _ in 0..<2_000 {
            let typed = Self.word(5...9, using: &random)
            var distances = EditDistances(to: typed, upTo: Self.errorsMax)
            for _ in 0..<3 {
                let word = Self.word(1...typed.count + Self.errorsMax, using: &random)
                let expected = Self.allDistances(word, typed)
                for depth in 1...word.count {
                    let before = depth > 1 ? word[depth - 2] : nil
                    let least = distances.add(word[depth - 1], behind: before, at: depth)
                    #expect(Self.counted(least) == Self.counted(expected[depth].min() ?? 0))
                    #expect(Self.counted(distances.whole(at: depth)) == Self.counted(expected[depth][typed.count]))
                }
            }
        }
    }

    @Test func `all words with a shared prefix are skipped together`() {
        var random = SeededGenerator(seed: testSeed("DISTANCE"))
        let words = (0..<3_000).map { _ in Self.word(1...9, using: &random) }
        let texts = Set(words.map { String(decoding: $0, as: UTF16.self) }).sorted()
        let vocabulary = Vocabulary(texts.map { Vocabulary.Entry(word: $0, uses: 1) })
        #expect(vocabulary.count == texts.count)
        for index in texts.indices {
            for depth in 1...texts[index].count {
                let beginning = texts[index].prefix(depth)
                let next = texts[(index + 1)...].firstIndex { !$0.hasPrefix(beginning) } ?? texts.count
                #expect(vocabulary.next(after: index, sharing: depth) == next)
            }
        }
    }
}
