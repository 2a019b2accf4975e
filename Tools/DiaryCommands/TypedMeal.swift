package import CommandSupport
package import Contracts

/// The foods of a typed meal, as the server understands them and the user confirms or corrects them.
package struct TypedMeal: Sendable {
    /// A food with its amount.
    package struct Line: Sendable {
        /// What was typed.
        package let words: String
        /// Nil if no food matches the words.
        package fileprivate(set) var food: Food?
        package fileprivate(set) var grams: Double?
        /// Nil for a weight, and after another food was chosen.
        package fileprivate(set) var portion: ParsedPortion?
        package let alternatives: [ParsedAlternative]

        /// The amount to log; nil without a food or a weight.
        package var amount: EntryAmount? {
            guard let food, let grams else { return nil }
            guard let portion, food.portions.contains(where: { $0.name == portion.name }) else {
                return EntryAmount(foodId: food.id, grams: grams)
            }
            return EntryAmount(foodId: food.id, portion: portion.name, quantity: portion.count)
        }

        fileprivate var kcal: Double? { food.flatMap { food in grams.map { $0 * food.kcal / 100 } } }
    }

    private static let unknown = "-"
    /// A weight without a unit at the end of the arguments, as in `banana 120`, is in grams.
    private static let gram = "g"

    package private(set) var lines: [Line]

    package init(_ reply: CatalogFoodsParse.Reply) {
        lines = reply.lines.map { line in
            Line(
                words: line.words.text,
                food: line.food,
                grams: line.grams,
                portion: line.portion,
                alternatives: line.alternatives
            )
        }
    }

    /// Makes the text of a meal of the arguments: `2 eggs, toast 40 g`, and `banana 120` for 120 g of banana.
    ///
    /// - Throws: `CommandFailure` with an example, for no text and for one that is too long.
    package static func text(of arguments: [String]) throws(CommandFailure) -> String {
        var text = arguments.joined(separator: " ")
        while text.last?.isWhitespace ?? false { text.removeLast() }
        if arguments.count > 1, let last = arguments.last, last.first?.isNumber ?? false, Double(last) != nil {
            text += " \(gram)"
        }
        let length = CatalogFoodsParse.textLength
        guard length.contains(text.unicodeScalars.count), text.contains(where: \.isLetter) else {
            throw CommandFailure(
                """
                Give what you have eaten in at most \(length.upperBound) characters, for example: \
                mealwire log "2 eggs, toast 40 g"
                """
            )
        }
        return text
    }

    /// The lines with their numbers, and their energy together.
    package var table: String {
        let rows = lines.enumerated().map { index, line in
            ["\(index + 1)", line.words, line.food?.name ?? "not found", size(line), DayTable.amount(line.kcal)]
        }
        let sum = DayTable.amount(lines.reduce(0) { $0 + ($1.kcal ?? 0) })
        return TextTable.text(
            [["", "WORDS", "FOOD", "AMOUNT", "KCAL"]] + rows + (rows.count > 1 ? [["", "", "", "", sum]] : []),
            textColumns: 3
        )
    }

    private func size(_ line: Line) -> String {
        guard line.food != nil, let grams = line.grams else { return Self.unknown }
        let weight = "\(DayTable.amount(grams)) g"
        return line.portion.map { "\(DayTable.amount($0.count)) × \($0.label ?? $0.name), \(weight)" } ?? weight
    }

    /// The words of the lines that cannot be logged.
    package var missing: [String] { lines.filter { $0.amount == nil }.map(\.words) }

    /// The other foods that a line may mean, with numbers; nil if there is no such line or food.
    package func alternatives(ofLine number: Int) -> String? {
        guard lines.indices.contains(number - 1), !lines[number - 1].alternatives.isEmpty else { return nil }
        let rows = lines[number - 1].alternatives.enumerated().map { index, other in
            ["\(index + 1)", other.food.name, other.food.brand ?? Self.unknown, "\(DayTable.amount(other.grams)) g"]
        }
        return TextTable.text([["", "FOOD", "BRAND", "AMOUNT"]] + rows, textColumns: 3)
    }

    /// Takes another food for a line.
    ///
    /// - Returns: False if there is no such line or food.
    package mutating func choose(_ alternative: Int, forLine number: Int) -> Bool {
        guard lines.indices.contains(number - 1),
            lines[number - 1].alternatives.indices.contains(alternative - 1)
        else { return false }
        let other = lines[number - 1].alternatives[alternative - 1]
        (lines[number - 1].food, lines[number - 1].grams) = (other.food, other.grams)
        lines[number - 1].portion = nil
        return true
    }
}
