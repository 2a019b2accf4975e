package import Contracts
import Foundation

/// Reads typed meals: splits them into lines, reads amounts, and finds foods with a search that the caller passes.
package struct MealParser {
    /// A line with what its words may mean.
    package struct Line: Sendable {
        /// A food with the amount of it and a confidence from 0 to 1.
        package struct Match: Sendable {
            package let food: Food
            package let amount: ParsedAmount
            package let confidence: Double
        }

        package let words: ParsedWords
        /// The likeliest first; empty if no food has the words.
        package let matches: [Match]
        /// The weight in the text of a line without a food.
        package let statedGrams: Double?
    }

    /// Maximum number of drafts that may be one food: "peanut butter and jelly sandwich".
    private static let joinedMax = 3
    /// Minimum weight that belongs to a dish, rather than to what is in it.
    private static let dishGramsMin = 100.0
    /// Minimum volume that belongs to a drink, rather than to the milk in it: a small cup.
    private static let drinkMlMin = 150.0
    /// Difference of costs that makes a food less likely by a factor of e.
    private static let costPerE = 20.0
    /// Factor of the confidence for each word that the food lacks.
    private static let droppedWordFactor = 0.6

    private let scalars: [Unicode.Scalar]
    private let finder: FoodFinder

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The meal.
    ///   - linesMax: Maximum number of lines.
    ///   - lookup: Searches foods by words.
    /// - Returns: The lines in the order of the text; nil if there are more than `linesMax`.
    /// - Throws: What `lookup` throws.
    package static func lines(of text: String, linesMax: Int, lookup: @escaping FoodLookup) throws -> [Line]? {
        let scalars = Array(text.unicodeScalars)
        let drafts = MealReader.drafts(of: scalars)
        guard drafts.count <= linesMax else { return nil }
        return try MealParser(scalars: scalars, finder: FoodFinder(lookup)).lines(drafts)
    }

    private func lines(_ drafts: [MealDraft]) throws -> [Line] {
        var lines: [Line] = []
        var drafts = drafts
        var next = 0
        while next < drafts.count {
            if let (draft, found, end) = try joined(drafts, from: next) {
                lines.append(line(draft, found))
                next = end
            } else if let (draft, end) = dish(drafts, at: next) {
                lines.append(line(draft, try finder.find(phrase(drafts[next].words))))
                next = end
            } else {
                drafts = try movingVolume(in: drafts, to: next) ?? drafts
                lines += try self.lines(of: drafts[next])
                next += 1
            }
        }
        return lines
    }

    /// Returns the food that several drafts mean together, if they do.
    private func joined(
        _ drafts: [MealDraft],
        from start: Int
    ) throws -> (draft: MealDraft, found: FoodFinder.Found, end: Int)? {
        var end = start + 1
        while end < drafts.count, end - start < Self.joinedMax, drafts[end].link != .separate,
            !drafts[end - 1].endsWithAmount, !drafts[end].beginsWithAmount
        {
            end += 1
        }
        while end > start + 1 {
            let parts = drafts[start..<end]
            let words = parts.flatMap(\.words)
            let whole = words[0].range.lowerBound..<words[words.count - 1].range.upperBound
            if let found = try finder.findJoined(
                text(whole),
                plain: phrase(words).text,
                isOrdered: parts.dropFirst().contains { $0.link == .within }
            ) {
                let draft = MealDraft(words: words, amounts: parts.flatMap(\.amounts), link: drafts[start].link)
                return (draft, found, end)
            }
            end -= 1
        }
        return nil
    }

    /// Returns a dish with what is in it, if the weight behind both is that of the dish: "рис з овочами 300 г".
    private func dish(_ drafts: [MealDraft], at index: Int) -> (draft: MealDraft, end: Int)? {
        guard let last = lastPart(drafts, of: index), let grams = drafts[last].grams, grams >= Self.dishGramsMin else {
            return nil
        }
        let dish = MealDraft(
            words: drafts[index...last].flatMap(\.words),
            amounts: drafts[last].amounts,
            link: drafts[index].link
        )
        return (dish, last + 1)
    }

    /// Moves a volume behind a drink or soup and what is in it to the drink: "tea with lemon 250 ml".
    ///
    /// What is in it stays a line of its own, because honey and cream count. A first food that is unknown counts as a
    /// drink, unless the last one is.
    ///
    /// - Returns: The changed drafts; nil if there is no such volume.
    private func movingVolume(in drafts: [MealDraft], to index: Int) throws -> [MealDraft]? {
        guard let last = lastPart(drafts, of: index), let ml = drafts[last].millilitres, ml >= Self.drinkMlMin,
            let word = drafts[index].words.last
        else { return nil }
        guard try isPoured(drafts[index]) ?? (isPoured(drafts[last]) == false) else { return nil }
        var drafts = drafts
        // The words of lines do not overlap, so the volume counts as a part of the drink's name.
        drafts[index].amounts = drafts[last].amounts.map { amount in
            var amount = amount
            amount.range = word.range
            return amount
        }
        drafts[last].amounts = []
        return drafts
    }

    /// Returns whether the food of a draft is a drink or a soup; nil for an unknown food.
    private func isPoured(_ draft: MealDraft) throws -> Bool? {
        try finder.find(phrase(draft.words)).map { TypicalAmounts.isPoured($0.ranked[0].candidate.food) }
    }

    /// Returns the last of the drafts that are in one without an amount, if it is the first of them that has one, and
    /// has it behind its words.
    private func lastPart(_ drafts: [MealDraft], of index: Int) -> Int? {
        guard index + 1 < drafts.count, drafts[index].amounts.isEmpty, drafts[index + 1].link == .within else {
            return nil
        }
        let rest = drafts[(index + 1)...]
        guard let last = rest.firstIndex(where: { !$0.amounts.isEmpty }), !drafts[last].beginsWithAmount,
            rest[..<last].dropFirst().allSatisfy({ $0.link != .separate }), drafts[last].link != .separate
        else { return nil }
        return last
    }

    /// Returns the line of a draft, or two lines for a run of Thai that names two foods.
    private func lines(of draft: MealDraft) throws -> [Line] {
        let phrase = phrase(draft.words)
        if let found = try finder.find(phrase) { return [line(draft, found)] }
        let two = try finder.findTwo(phrase)
        return two.isEmpty ? [line(draft, try finder.findPart(phrase))] : two.map { line(draft, $0) }
    }

    private func line(_ draft: MealDraft, _ found: FoodFinder.Found?) -> Line {
        let range = draft.range
        let words = ParsedWords(text: text(range), start: range.lowerBound, end: range.upperBound)
        guard let found else { return Line(words: words, matches: [], statedGrams: draft.grams) }
        let ranked = found.ranked.preferring(draft.amounts.compactMap(\.unit))
        let weights = ranked.map { exp(Double(ranked[0].cost - $0.cost) / Self.costPerE) }
        let total = weights.reduce(0, +)
        var factor = 1.0
        for _ in 0..<found.droppedWords { factor *= Self.droppedWordFactor }
        let phrase = phrase(draft.words)
        let candidates = ranked.map(\.candidate)
        let matches = zip(candidates, weights).map { candidate, weight in
            Line.Match(
                food: candidate.food,
                amount: AmountResolver(candidate, phrase, similar: candidates).resolve(draft.amounts),
                confidence: factor * weight / total
            )
        }
        return Line(words: words, matches: matches, statedGrams: draft.grams)
    }

    private func phrase(_ words: [MealLexeme]) -> MealPhrase {
        MealPhrase(words.map { text($0.range) }.joined(separator: " "))
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}

extension [FoodChoice.Ranked] {
    /// Gain of a food that has a portion with the unit of the meal: a can of tuna is canned.
    private static var portionGain: Int { 30 }

    /// Returns the foods in the order that follows from a unit.
    fileprivate func preferring(_ units: [MeasureUnit]) -> [FoodChoice.Ranked] {
        guard let unit = units.first(where: \.namesPortion) else { return self }
        return map { ranked in
            let hasUnit = ranked.candidate.food.portions.contains { PortionName($0.name).unit?.noun == unit.noun }
            return FoodChoice.Ranked(candidate: ranked.candidate, cost: ranked.cost - (hasUnit ? Self.portionGain : 0))
        }
        .enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
    }
}

extension MealDraft {
    /// The weight in the text.
    fileprivate var grams: Double? {
        for amount in amounts {
            if case .mass(let grams) = amount.unit?.kind { return amount.count * grams }
        }
        return nil
    }

    /// The volume in the text.
    fileprivate var millilitres: Double? {
        for amount in amounts {
            if case .volume(let ml) = amount.unit?.kind { return amount.count * ml }
        }
        return nil
    }
}
