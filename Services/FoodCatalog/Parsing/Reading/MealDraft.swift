/// A line of a meal before foods are searched: words of a food, and amounts.
struct MealDraft: Sendable, Equatable {
    /// The link to the draft before.
    enum Link: Sendable, Equatable {
        /// Another food for certain.
        case separate
        /// Another food, or further words of the same one: "and", and a space in Thai.
        case joined
        /// The same, and the second food may be in the first one: "with".
        case within
    }

    var words: [MealLexeme] = []
    var amounts: [MealAmount] = []
    var link = Link.separate

    /// The place in the text, in Unicode scalars.
    var range: Range<Int> {
        let ranges = words.map(\.range) + amounts.map(\.range)
        return (ranges.map(\.lowerBound).min() ?? 0)..<(ranges.map(\.upperBound).max() ?? 0)
    }

    /// Whether an amount follows the words.
    var endsWithAmount: Bool {
        guard let word = words.last, let amount = amounts.last else { return false }
        return amount.range.lowerBound > word.range.lowerBound
    }

    /// Whether an amount precedes the words.
    var beginsWithAmount: Bool {
        guard let word = words.first, let amount = amounts.first else { return false }
        return amount.range.lowerBound < word.range.lowerBound
    }

    /// The amount that counts: a weight or volume before a number of pieces.
    var amount: MealAmount? { amounts.first(where: \.isMeasured) ?? amounts.first(where: \.isCounted) ?? amounts.first }
}

/// Splits a typed meal into drafts of lines.
struct MealReader {
    /// What a part of a meal between two separators consists of.
    private enum Item {
        case food([MealLexeme])
        case amount(MealAmount)
        case joiner(MealDraft.Link)

        var joiner: MealDraft.Link? { if case .joiner(let link) = self { link } else { nil } }
        var isAmount: Bool { if case .amount = self { true } else { false } }
    }

    private let lexemes: [MealLexeme]

    /// Returns the drafts of a text.
    static func drafts(of scalars: [Unicode.Scalar]) -> [MealDraft] {
        MealReader(lexemes: MealLexer.lexemes(of: scalars)).drafts()
    }

    private func drafts() -> [MealDraft] {
        var drafts: [MealDraft] = []
        // "salad: tomato, cucumber": what precedes a colon is a line, or the name of a meal, which is dropped.
        let parts = lexemes.split(separator: .separator).flatMap { part in
            Array(part).split(separator: .colon).filter { part in !part.allSatisfy { MealWords.noise.contains($0.text) }
            }
        }
        for part in parts {
            var items = items(of: withoutNoise(part))
            while case .joiner? = items.last { items.removeLast() }
            // "milk, 200 ml": the amount belongs to the food before.
            if case .amount(let amount)? = items.first, items.count == 1, let last = drafts.last, last.amounts.isEmpty {
                drafts[drafts.count - 1].amounts.append(amount)
                continue
            }
            drafts += Self.drafts(of: items)
        }
        return drafts.filter { !$0.words.isEmpty }
    }

    /// Removes the words before foods.
    private func withoutNoise(_ part: ArraySlice<MealLexeme>) -> ArraySlice<MealLexeme> {
        var part = part
        while let first = part.first,
            first.kind == .joiner || MealWords.noise.contains(first.text) && first.number == nil
        {
            part = part.dropFirst()
        }
        return part
    }

    private func items(of part: ArraySlice<MealLexeme>) -> [Item] {
        let reader = AmountReader(part)
        var items: [Item] = []
        var food: [MealLexeme] = []
        func endFood() {
            if !food.isEmpty { items.append(.food(food)) }
            food = []
        }
        var index = part.startIndex
        while index < part.endIndex {
            let lexeme = part[index]
            if let (amount, end) = reader.amount(at: index, isFirst: food.isEmpty) {
                endFood()
                items.append(.amount(amount))
                index = end
                continue
            }
            if let size = reader.size(at: index), food.isEmpty || isLast(index, in: part) {
                endFood()
                items.append(
                    .amount(MealAmount(count: 1, size: size, isCounted: false, range: lexeme.range))
                )
            } else if lexeme.kind == .joiner {
                endFood()
                items.append(.joiner(MealWords.containers.contains(lexeme.text) ? .within : .joined))
            } else if lexeme.kind == .word || lexeme.kind == .thaiUnit {
                if food.isEmpty, MealWords.links.contains(lexeme.text) || MealWords.articles.contains(lexeme.text) {
                    index += 1
                    continue
                }
                // Foods of a Thai text stand apart by spaces.
                if lexeme.followsSpace, ThaiScript.isRun(lexeme.text), let last = food.last, ThaiScript.isRun(last.text)
                {
                    endFood()
                    items.append(.joiner(.joined))
                }
                food.append(lexeme)
            }
            index += 1
        }
        endFood()
        return items
    }

    /// Returns whether no word of the same food follows a lexeme.
    private func isLast(_ index: Int, in part: ArraySlice<MealLexeme>) -> Bool {
        guard index + 1 < part.endIndex else { return true }
        return part[index + 1].kind != .word
    }

    private static func drafts(of items: [Item]) -> [MealDraft] {
        var drafts: [MealDraft] = []
        var link = MealDraft.Link.separate
        var part: [Item] = []
        func endPart() {
            var parts = split(part)
            part = []
            guard !parts[0].words.isEmpty else { return }
            parts[0].link = link
            drafts += parts
        }
        for item in items {
            if let joiner = item.joiner {
                endPart()
                link = drafts.isEmpty ? .separate : joiner
            } else {
                part.append(item)
            }
        }
        endPart()
        return drafts
    }

    /// Splits items without joiners: by the amounts before the foods, or by those behind.
    private static func split(_ items: [Item]) -> [MealDraft] {
        var drafts = [MealDraft()]
        let isBefore = items.first?.isAmount ?? false
        for item in items {
            switch item {
            case .joiner: break
            case .food(let words):
                // "oats 60 g dry"
                if !drafts[drafts.count - 1].words.isEmpty, words.allSatisfy({ Preparation.isWay($0.text) }) {
                    drafts[drafts.count - 1].words += words
                    continue
                }
                if !drafts[drafts.count - 1].words.isEmpty { drafts.append(MealDraft()) }
                drafts[drafts.count - 1].words = words
            case .amount(let amount):
                let last = drafts[drafts.count - 1]
                if isBefore, !last.words.isEmpty, hasFood(items, after: amount) { drafts.append(MealDraft()) }
                drafts[drafts.count - 1].amounts.append(amount)
            }
        }
        return drafts
    }

    private static func hasFood(_ items: [Item], after amount: MealAmount) -> Bool {
        items.contains { item in
            if case .food(let words) = item { words[0].range.lowerBound > amount.range.lowerBound } else { false }
        }
    }
}

extension [MealLexeme] {
    fileprivate func split(separator: MealLexeme.Kind) -> [ArraySlice<MealLexeme>] {
        split { $0.kind == separator }
    }
}
