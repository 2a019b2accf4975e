/// An amount as typed: "2", "half a cup", "150 g", "large".
struct MealAmount: Sendable, Equatable {
    var count: Double
    var unit: MeasureUnit?
    var size: PortionSize?
    /// Whether a number or a unit was typed, rather than only an article or a size.
    var isCounted: Bool
    /// Whether the number has a decimal point or comma.
    var isDecimal = false
    /// The place in the text, in Unicode scalars.
    var range: Range<Int>

    /// Whether it is a weight or a volume by a scale.
    var isMeasured: Bool {
        switch unit?.kind {
        case .mass, .volume: true
        case .vessel, .piece, nil: false
        }
    }
}

/// Reads amounts among lexemes.
struct AmountReader {
    private let lexemes: ArraySlice<MealLexeme>

    init(_ lexemes: ArraySlice<MealLexeme>) {
        self.lexemes = lexemes
    }

    /// Reads the amount that begins at a lexeme.
    ///
    /// - Parameters:
    ///   - start: The index of the lexeme.
    ///   - isFirst: Whether no word of a food precedes it.
    /// - Returns: The amount and the index behind it; nil if none begins there.
    func amount(at start: Int, isFirst: Bool) -> (amount: MealAmount, end: Int)? {
        if isHalfAndHalf(at: start) { return nil }
        if let (count, end, isCounted) = quantity(at: start) {
            return counted(count, from: start, at: end, isCounted: isCounted)
        }
        if lexeme(start)?.kind == .times, let (count, end, _) = quantity(at: start + 1) {
            return counted(count, from: start, at: end, isCounted: true)
        }
        // "จานหนึ่ง": Thai may say the number behind the unit.
        if lexeme(start)?.kind == .thaiUnit, let (unit, end) = unit(at: start), let count = lexeme(end)?.number {
            return finished(MealAmount(count: count, unit: unit, isCounted: true, range: 0..<0), start, end + 1)
        }
        guard isFirst || word(start + 1).map(MealWords.links.contains) ?? false else { return nil }
        if let unit = word(start).flatMap(MeasureUnits.half) {
            return finished(
                MealAmount(count: MealWords.half, unit: unit, isCounted: true, range: 0..<0),
                start,
                start + 1
            )
        }
        if let (unit, end) = unit(at: start), word(end) != nil,
            MeasureUnits.standsAlone(unit) || MealWords.links.contains(word(end) ?? "")
        {
            return finished(MealAmount(count: 1, unit: unit, isCounted: true, range: 0..<0), start, end)
        }
        return nil
    }

    /// Reads a size that stands before or behind a food.
    func size(at index: Int) -> PortionSize? { word(index).flatMap { MealWords.sizes[$0] } }

    private func counted(
        _ count: Double,
        from start: Int,
        at next: Int,
        isCounted: Bool
    ) -> (amount: MealAmount, end: Int) {
        var (count, end) = (count, next)
        if lexeme(end)?.kind == .times {
            // "2 x 100 g", and "2x" before a food.
            if let (second, last, _) = quantity(at: end + 1) { (count, end) = (count * second, last) } else { end += 1 }
        }
        var amount = MealAmount(count: count, isCounted: isCounted, range: 0..<0)
        if let size = size(at: end) {
            amount.size = size
            end += 1
        }
        if let (unit, last) = unit(at: end) {
            (amount.unit, end) = (unit, last)
            if amount.size == nil, let size = size(at: end) {
                amount.size = size
                end += 1
            }
            // "a cup and a half", "1 ทัพพีครึ่ง", but not "40 g and half a cup".
            if let (more, last) = fraction(at: end), lexeme(end)?.kind != .joiner || word(last).map(isLink) ?? true {
                amount.count += more
                end = last
            }
        }
        return finished(amount, start, end)
    }

    /// Sets the range of an amount and skips "of".
    private func finished(_ amount: MealAmount, _ start: Int, _ next: Int) -> (amount: MealAmount, end: Int) {
        var (amount, end) = (amount, next)
        let last = lexemes[end - 1].range.upperBound
        amount.range = lexemes[start].range.lowerBound..<last
        amount.isDecimal = lexemes[start].text.contains { $0 == "." || $0 == "," }
        while let link = word(end), MealWords.links.contains(link) { end += 1 }
        return (amount, end)
    }

    /// Reads a number in digits and words.
    private func quantity(at start: Int) -> (count: Double, end: Int, isCounted: Bool)? {
        if let first = lexeme(start)?.number {
            var (count, end) = (first, start + 1)
            if let (more, last) = fraction(at: end), count == count.rounded(), !isUnit(at: end) {
                (count, end) = (count + more, last)
            } else if let group = word(end).flatMap({ MealWords.numbers[$0] }), group == 12 || group == 100 {
                (count, end) = (count * group, end + 1)
            }
            return (count, end, true)
        }
        guard let first = word(start) else { return nil }
        if MealWords.articles.contains(first) {
            if let value = word(start + 1).flatMap({ MealWords.numbers[$0] }), value != 1 {
                return words(at: start + 1)
            }
            return word(start + 1) == nil ? nil : (1, start + 1, unit(at: start + 1) != nil)
        }
        return words(at: start)
    }

    /// Reads number words: "two and a half", "half a dozen", "сто п’ятдесят".
    private func words(at start: Int) -> (count: Double, end: Int, isCounted: Bool)? {
        guard var count = word(start).flatMap({ MealWords.numbers[$0] }) else { return nil }
        var end = start + 1
        while true {
            var next = end
            if count < 1 { while isLink(word(next)) { next += 1 } }
            if lexeme(next)?.kind == .joiner, count >= 100 { next += 1 }
            guard let value = word(next).flatMap({ MealWords.numbers[$0] }) else { break }
            if MealWords.multipliers.contains(value), value > count {
                count *= value
            } else if MealWords.groups.contains(value), count < value, count < 10 {
                count *= value
            } else if count >= 20, value < 10 || count >= 100 && value < 100 || count >= 1_000 && value < 1_000 {
                count += value
            } else {
                break
            }
            end = next + 1
        }
        if let (more, last) = fraction(at: end), count >= 1 { (count, end) = (count + more, last) }
        if count < 1 { while isLink(word(end)) { end += 1 } }
        return (count, end, true)
    }

    /// Reads what adds to a whole number: "1/2", "and a half", "з половиною".
    private func fraction(at start: Int) -> (value: Double, end: Int)? {
        var index = start
        if lexeme(index)?.kind == .joiner {
            index += 1
            if word(index).map(MealWords.articles.contains) ?? false { index += 1 }
            guard let value = lexeme(index)?.number ?? word(index).flatMap({ MealWords.numbers[$0] }), value < 1 else {
                return nil
            }
            return (value, index + 1)
        }
        guard let value = lexeme(index)?.number, value < 1 else { return nil }
        return (value, index + 1)
    }

    private func isLink(_ word: String?) -> Bool {
        word.map { MealWords.articles.contains($0) || MealWords.links.contains($0) } ?? false
    }

    private func isUnit(at index: Int) -> Bool { unit(at: index) != nil }

    /// Reads a unit of one or two words.
    private func unit(at index: Int) -> (unit: MeasureUnit, end: Int)? {
        guard let first = word(index) else { return nil }
        if let second = word(index + 1), let unit = MeasureUnits.unit("\(first) \(second)") { return (unit, index + 2) }
        return MeasureUnits.unit(first).map { ($0, index + 1) }
    }

    /// Returns whether the cream "half and half" begins at a lexeme.
    private func isHalfAndHalf(at index: Int) -> Bool {
        word(index) == "half" && lexeme(index + 1)?.kind == .joiner && word(index + 2) == "half"
    }

    private func lexeme(_ index: Int) -> MealLexeme? { lexemes.indices.contains(index) ? lexemes[index] : nil }

    private func word(_ index: Int) -> String? {
        lexeme(index).flatMap { $0.kind == .word || $0.kind == .thaiUnit ? $0.text : nil }
    }
}
