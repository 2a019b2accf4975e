/// A run of Thai, which is written without spaces: numbers, units and joiners are recognised beside other words.
///
/// A unit counts only beside a number, because most units are also parts of names of foods.
struct ThaiRun {
    struct Part: Equatable {
        let kind: MealLexeme.Kind
        let range: Range<Int>
    }

    /// The scalars without tone marks, which are often left out or wrong.
    private let scalars: [Unicode.Scalar]
    /// The place in the text of each scalar, and of the end.
    private let places: [Int]

    init(_ text: [Unicode.Scalar], _ run: Range<Int>) {
        let kept = run.filter { !MealLexer.isIgnored(text[$0]) }
        scalars = kept.map { text[$0] }
        places = kept + [run.upperBound]
    }

    /// Splits the run.
    ///
    /// - Parameter followsNumber: Whether a number in digits precedes it.
    /// - Returns: The parts in their order, which cover the run.
    func parts(followsNumber: Bool) -> [Part] {
        var parts: [Part] = []
        var (position, wordStart) = (0, 0)
        func endWord() {
            if position > wordStart { parts.append(part(.word, wordStart, position)) }
        }
        if followsNumber, let end = unit(at: 0) {
            parts.append(part(.thaiUnit, 0, end))
            position = addHalf(after: end, &parts)
            wordStart = position
        } else if let noise = longest(MealWords.thaiNoise, at: 0), noise < scalars.count {
            parts.append(part(.word, 0, noise))
            (position, wordStart) = (noise, noise)
        }
        while position < scalars.count {
            if let (value, end) = number(at: position), end == scalars.count && position == 0 || unit(at: end) != nil {
                endWord()
                parts.append(part(.number(value), position, end))
                position = end
                if let last = unit(at: end) {
                    parts.append(part(.thaiUnit, end, last))
                    position = addHalf(after: last, &parts)
                }
                wordStart = position
            } else if let (unitEnd, end) = unitBeforeOne(at: position), position > 0 {
                endWord()
                parts.append(part(.thaiUnit, position, unitEnd))
                parts.append(part(.number(1), unitEnd, end))
                (position, wordStart) = (end, end)
            } else if let end = longest(MealWords.thaiJoiners, at: position), end < scalars.count || position == 0 {
                endWord()
                parts.append(part(.joiner, position, end))
                (position, wordStart) = (end, end)
            } else {
                position += 1
            }
        }
        endWord()
        return parts
    }

    private func part(_ kind: MealLexeme.Kind, _ start: Int, _ end: Int) -> Part {
        Part(kind: kind, range: places[start]..<places[end])
    }

    /// Adds the number of a "ครึ่ง" that follows a unit: "one ladle and a half".
    private func addHalf(after end: Int, _ parts: inout [Part]) -> Int {
        guard let last = longest(MealWords.thaiHalf, at: end) else { return end }
        parts.append(part(.number(MealWords.half), end, last))
        return last
    }

    /// Returns where a unit and the word for one end: "จานหนึ่ง", "แก้วเดียว".
    private func unitBeforeOne(at start: Int) -> (unit: Int, end: Int)? {
        guard let unit = unit(at: start), let end = longest(MealWords.thaiOne, at: unit), end == scalars.count else {
            return nil
        }
        return (unit, end)
    }

    private func unit(at start: Int) -> Int? {
        guard start < scalars.count, let end = longest(MeasureUnits.thai, at: start) else { return nil }
        // A vowel sign belongs to the unit's last consonant, which then is another word.
        return end < scalars.count && Self.isFollowing(scalars[end]) ? nil : end
    }

    /// Reads number words: "สอง", "สิบห้า", "สองร้อย", "ครึ่ง".
    private func number(at start: Int) -> (value: Double, end: Int)? {
        var (total, current, end) = (0.0, 0.0, start)
        while end < scalars.count {
            guard let last = longest(MealWords.thaiNumberWords, at: end) else { break }
            let value = MealWords.thaiNumbers[text(end, last)] ?? 0
            if MealWords.multipliers.contains(value) {
                total += max(current, 1) * value
                current = 0
            } else {
                current += value
            }
            end = last
        }
        return end > start ? (total + current, end) : nil
    }

    private func longest(_ words: ThaiWords, at start: Int) -> Int? { words.longest(in: scalars, at: start) }

    private func text(_ start: Int, _ end: Int) -> String { String(String.UnicodeScalarView(scalars[start..<end])) }

    /// Returns whether a vowel is written after or above the consonant before it.
    private static func isFollowing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E30...0x0E3A, 0x0E45, 0x0E47, 0x0E4C...0x0E4E: true
        default: false
        }
    }
}

/// Words of Thai that are looked up at any place of a run.
struct ThaiWords: Sendable {
    /// The words by their first scalar, the longest first.
    private let words: [Unicode.Scalar: [[Unicode.Scalar]]]

    /// Prepares the words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - hasTones: Whether tone marks count: without them "ข้าว" (rice) is the same as "ขาว" (white).
    init(_ words: some Sequence<String>, hasTones: Bool = false) {
        let folded = words.map { word in
            Array((hasTones ? word : MealLexer.folded(word.unicodeScalars)).unicodeScalars)
        }.filter { !$0.isEmpty }
        self.words = Dictionary(grouping: folded) { $0[0] }.mapValues { $0.sorted { $0.count > $1.count } }
    }

    /// Returns the end of the longest word at a place.
    func longest(in scalars: [Unicode.Scalar], at start: Int) -> Int? {
        guard start < scalars.count, let candidates = words[scalars[start]] else { return nil }
        return candidates.first { scalars[start...].starts(with: $0) }.map { start + $0.count }
    }
}
