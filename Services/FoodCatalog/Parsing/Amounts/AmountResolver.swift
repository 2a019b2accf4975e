package import Contracts

/// An amount in grams, and where it comes from.
package struct ParsedAmount: Sendable, Equatable {
    package let grams: Double
    package let source: ParsedAmountSource
    /// The portion that was meant, and how many of it.
    package var portion: Portion?
    package var count: Double?
    /// The stated volume of a food with a density.
    package var ml: Double?
}

/// Converts amounts as typed to grams of a food.
struct AmountResolver {
    /// Maximum ratio of a portion to the usual grams of its category, in either direction.
    private static let usualRatioMax = 2.0
    /// Decimal numbers of a drink up to this are litres: "пиво 0,5".
    private static let litresMax = 3.0
    private static let millilitresPerLitre = 1_000.0

    /// Grams of one of several pieces of a food without known pieces, such as sushi.
    private static let unknownPieceGrams = 30.0
    /// Number of pieces from which on they are small.
    private static let smallPiecesMin = 3.0
    /// Maximum ratio of the usual grams of a category to a piece.
    private static let pieceRatioMax = 4.0
    /// Maximum ratio of a piece to the usual grams of a category.
    private static let largePieceRatioMax = 3.0
    /// Minimum grams of a piece that people eat alone; of smaller ones, such as mushrooms, they eat several.
    private static let wholePieceGramsMin = 40.0
    /// Maximum grams of a piece that people eat alone; of larger ones, such as pineapples, they eat a part.
    private static let wholePieceGramsMax = 400.0
    /// Maximum grams of a spoon.
    private static let spoonGramsMax = 25.0
    /// Maximum difference between a weight that the diary has rounded to hundredths and its portions, in grams.
    private static let roundingGrams = 0.01
    /// Maximum grams of a kernel or segment of a fruit.
    private static let kernelGramsMax = 60.0

    private let candidate: ParseCandidate
    private let words: MealPhrase
    private let portions: [NamedPortion]
    private let similar: [ParseCandidate]

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - candidate: The food.
    ///   - words: The words of the meal.
    ///   - similar: Foods for the same words; their pieces and cups count if the food has none.
    init(_ candidate: ParseCandidate, _ words: MealPhrase, similar: [ParseCandidate] = []) {
        self.candidate = candidate
        self.words = words
        self.similar = similar
        portions = PortionChoice.portions(of: candidate)
    }

    /// Returns the grams of the amounts of a line.
    func resolve(_ amounts: [MealAmount]) -> ParsedAmount {
        if TypicalAmounts.isDrink(candidate.food),
            let litres = amounts.first(where: { $0.isDecimal && $0.unit == nil && $0.count <= Self.litresMax })
        {
            return volume(litres.count * Self.millilitresPerLitre)
        }
        guard let amount = amounts.first(where: \.isMeasured) ?? amounts.first(where: \.isCounted) ?? amounts.first
        else {
            return unstated()
        }
        guard let unit = amount.unit else { return piece(amount) }
        switch unit.kind {
        case .mass(let grams): return stated(amount.count * grams)
        case .volume(let ml): return volume(amount.count * ml)
        case .vessel(let ml): return vessel(unit, amount, ml)
        case .piece: return pieces(amount)
        }
    }

    private func stated(_ grams: Double) -> ParsedAmount { ParsedAmount(grams: grams, source: .stated) }

    /// Returns an amount by volume; that of a food without a density is an estimate.
    private func volume(_ ml: Double) -> ParsedAmount {
        var amount = ParsedAmount(grams: ml * density, source: hasDensity ? .stated : .default)
        if candidate.food.densityGPerMl != nil { amount.ml = ml }
        return amount
    }

    /// Returns the amount of a line without an amount.
    private func unstated() -> ParsedAmount { candidate.food.usual.map(usual) ?? single() }

    /// Returns what the user usually logs, as a portion if the food still has it with this weight.
    private func usual(_ usual: UsualFoodAmount) -> ParsedAmount {
        var amount = ParsedAmount(grams: usual.grams, source: .usual)
        guard let name = usual.portion, let quantity = usual.quantity,
            let portion = candidate.food.loggablePortions.first(where: { $0.name == name }),
            (portion.grams * quantity - usual.grams).magnitude <= Self.roundingGrams
        else { return amount }
        if name == Portion.ml {
            amount.ml = quantity
        } else {
            (amount.portion, amount.count) = (portion, quantity)
        }
        return amount
    }

    /// Returns one portion that people usually eat of the food, or the grams that are usual for its category.
    private func single() -> ParsedAmount {
        let typical = TypicalAmounts.grams(of: candidate.food)
        let pieces = portions.filter { portion in
            !portion.name.isVessel && portion.name.count >= 1
                && !PortionChoice.partsAndBundles.contains(portion.name.noun)
        }
        let chosen =
            pieces.first { $0.name.noun == PortionChoice.shot } ?? pieces.first {
                isMeal(of: $0.portion.grams, typical)
            }
            ?? portions.first { portion in
                typical.map { ($0 / Self.usualRatioMax...$0 * Self.usualRatioMax).contains(portion.portion.grams) }
                    ?? (portion.portion.grams <= Self.wholePieceGramsMax)
            }
        guard let chosen else { return ParsedAmount(grams: typical ?? TypicalAmounts.anyGrams, source: .default) }
        return ParsedAmount(grams: chosen.portion.grams, source: .default, portion: chosen.portion, count: 1)
    }

    /// Returns whether people eat one piece of some grams as a portion.
    private func isMeal(of grams: Double, _ typical: Double?) -> Bool {
        guard let typical else { return (Self.wholePieceGramsMin...Self.wholePieceGramsMax).contains(grams) }
        let ratio = grams < Self.wholePieceGramsMin ? Self.usualRatioMax : Self.pieceRatioMax
        return (typical / ratio...typical * Self.largePieceRatioMax).contains(grams)
    }

    private func of(_ portion: NamedPortion, _ count: Double) -> ParsedAmount {
        let pieces = count / portion.name.count
        return ParsedAmount(
            grams: portion.portion.grams * pieces,
            source: .portion,
            portion: portion.portion,
            count: pieces
        )
    }

    /// Returns cups, spoons and glasses: by a portion with that noun, else by volume.
    private func vessel(_ unit: MeasureUnit, _ amount: MealAmount, _ ml: Double) -> ParsedAmount {
        if unit.noun == "glass", candidate.food.category == "Wine" {
            return ParsedAmount(grams: amount.count * MeasureUnits.wineGlassMl * density, source: .portion)
        }
        if let portion = PortionChoice.named(unit.allNouns, amount.size, portions, words) {
            return of(portion, amount.count)
        }
        if hasDensity { return ParsedAmount(grams: amount.count * ml * density, source: .portion) }
        if let grams = borrowed({ PortionChoice.named(unit.allNouns, amount.size, $0, words) }) {
            return ParsedAmount(grams: amount.count * grams, source: .default)
        }
        return ParsedAmount(grams: amount.count * ml * density, source: .default)
    }

    /// Returns slices, cans and pieces.
    private func pieces(_ amount: MealAmount) -> ParsedAmount {
        guard let unit = amount.unit, unit.noun != MeasureUnit.piece.noun || !unit.nouns.isEmpty else {
            return piece(amount)
        }
        if let portion = PortionChoice.named(unit.allNouns, amount.size, portions, words) {
            return of(portion, amount.count)
        }
        switch unit.noun {
        case "serving": return several(single(), amount.count)
        case "kernel", "clove":
            let one = piece(MealAmount(count: 1, isCounted: true, range: amount.range))
            return one.grams <= Self.kernelGramsMax
                ? several(one, amount.count)
                : ParsedAmount(grams: Self.kernelGramsMax * amount.count, source: .default)
        default: break
        }
        if unit.noun == MeasureUnit.piece.noun,
            let own = PortionChoice.piece(of: candidate, portions, amount.size, words)
        {
            return ofPiece(own, amount.count)
        }
        let category = candidate.food.category ?? ""
        if let grams = TypicalAmounts.grams(of: unit, category, isDrink: TypicalAmounts.isDrink(candidate.food)) {
            return ParsedAmount(grams: amount.count * grams, source: .default)
        }
        if let grams = borrowed({ PortionChoice.named(unit.allNouns, amount.size, $0, words) }) {
            return ParsedAmount(grams: amount.count * grams, source: .default)
        }
        return piece(amount)
    }

    /// Returns whole pieces: of the food, of a similar one, or estimated.
    private func piece(_ amount: MealAmount) -> ParsedAmount {
        if let own = PortionChoice.piece(of: candidate, portions, amount.size, words) {
            return ofPiece(own, amount.count)
        }
        if TypicalAmounts.isDrink(candidate.food) {
            return several(single(), amount.count * PortionChoice.ratio(of: amount.size))
        }
        if let grams = TypicalAmounts.pieceGrams(of: candidate.food) {
            return ParsedAmount(grams: grams * amount.count, source: .default)
        }
        // "2 sugars" are two spoons.
        if let first = portions.first, first.portion.grams <= Self.spoonGramsMax { return of(first, amount.count) }
        let grams = similar.lazy.compactMap { other in
            PortionChoice.piece(of: other, PortionChoice.portions(of: other), amount.size, words).map {
                $0.portion.grams / $0.name.count
            }
        }.first
        if let grams { return ParsedAmount(grams: grams * amount.count, source: .default) }
        let one = single()
        return amount.count < Self.smallPiecesMin
            ? several(one, amount.count)
            : ParsedAmount(grams: Self.unknownPieceGrams * amount.count, source: .default)
    }

    /// Returns pieces of a portion; half a chicken or fillet is a piece, unless a whole one is named.
    private func ofPiece(_ portion: NamedPortion, _ count: Double) -> ParsedAmount {
        let isNamed = words.stems.contains(Stemmer.stem(of: portion.name.noun))
        guard portion.name.count < 1, Self.halved.contains(portion.name.noun), !isNamed else {
            return of(portion, count)
        }
        return ParsedAmount(
            grams: portion.portion.grams * count,
            source: .portion,
            portion: portion.portion,
            count: count
        )
    }

    private static let halved: Set<String> = ["back", "breast", "chicken", "duck", "fillet", "goose", "turkey"]

    private func several(_ one: ParsedAmount, _ count: Double) -> ParsedAmount {
        ParsedAmount(
            grams: one.grams * count,
            source: one.source,
            portion: one.portion,
            count: one.count.map { $0 * count }
        )
    }

    /// Returns the grams of a portion that a similar food has.
    private func borrowed(_ choose: ([NamedPortion]) -> NamedPortion?) -> Double? {
        for other in similar {
            if let found = choose(PortionChoice.portions(of: other)) { return found.portion.grams / found.name.count }
        }
        return nil
    }

    private var hasDensity: Bool { FoodDensity.byMeasure(of: candidate.food) != nil }

    private var density: Double { FoodDensity.estimate(of: candidate.food) }
}
