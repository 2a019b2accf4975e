package import Contracts
import Storage

extension FoodCatalogService {
    /// Reads a typed meal.
    package func parseFoods(
        _ request: CatalogFoodsParse,
        _ context: RequestContext
    ) async throws -> CatalogFoodsParse.Reply {
        importThrottle.recordSearch()
        vocabulary.refreshIfDue()
        let search = FoodSearch(
            synonyms: synonyms,
            caches: vocabulary.current,
            isStrict: true,
            stepsPerCheck: stepsPerCheck
        )
        return try await ParseFoods.run(request, for: viewer(context, in: request.language), in: store, search)
    }
}

/// Handles `catalog.foods.parse`: reads a meal and finds its foods.
enum ParseFoods {
    /// Number of foods of a search among which a line chooses.
    private static let candidatesMax = 12
    /// Maximum cost of foods with every word: less than that of a missing word, even for what the user logs often.
    private static let completeCostMax = Int32(NameRanking.missingWordCost - 200)
    /// Decimal places of amounts and confidences in a reply.
    private static let amountFactor = 10.0
    private static let confidenceFactor = 100.0

    static func run(
        _ request: CatalogFoodsParse,
        for viewer: FoodViewer,
        in store: Store,
        _ search: FoodSearch
    ) async throws -> CatalogFoodsParse.Reply {
        let lines = try await store.read { reader in
            try MealParser.lines(of: request.text, linesMax: CatalogFoodsParse.linesMax) { words in
                try candidates(words, for: viewer, search, reader)
            }
        }
        guard let lines else {
            let most = CatalogFoodsParse.linesMax
            throw ServiceError.invalid([
                FieldError("text", .tooLong, "text must hold at most \(most) foods.", params: ["max": "\(most)"])
            ])
        }
        return CatalogFoodsParse.Reply(lines: lines.map(parsed))
    }

    private static func candidates(
        _ words: String,
        for viewer: FoodViewer,
        _ search: FoodSearch,
        _ reader: SQLReader
    ) throws -> [ParseCandidate] {
        let query = SearchQuery(words)
        if query.words.isEmpty { return [] }
        let found = try search.run(query, for: viewer.user, atLeast: candidatesMax, reader)
        // Another search may have cached foods that lack words.
        let complete = try found.prefix(candidatesMax).filter { $0.cost < completeCostMax }.map { result in
            (result, try FoodTable.row(number: result.number, reader))
        }
        let foods = try complete.map { $0.1.listed(in: viewer.language, for: viewer.user) }.shown(to: viewer, reader)
        return zip(complete, foods).map { candidate, food in
            let (result, row) = candidate
            return ParseCandidate(
                food: food,
                names: [row.name] + row.names.values + row.aliases,
                cost: Int(result.cost),
                matchCost: Int(result.cost - result.prominence)
            )
        }
    }

    private static func parsed(_ line: MealParser.Line) -> ParsedLine {
        let best = line.matches.first
        return ParsedLine(
            words: line.words,
            food: best?.food,
            grams: (best?.amount.grams ?? line.statedGrams).map { rounded(amount: $0) },
            ml: best?.amount.ml.map { rounded(amount: $0) },
            portion: best.flatMap(portion),
            amountSource: best?.amount.source ?? line.statedGrams.map { _ in .stated },
            confidence: rounded(confidence: best?.confidence ?? 0),
            alternatives: line.matches.dropFirst().prefix(CatalogFoodsParse.alternativesMax).map { match in
                ParsedAlternative(
                    food: match.food,
                    grams: rounded(amount: match.amount.grams),
                    confidence: rounded(confidence: match.confidence)
                )
            }
        )
    }

    /// Returns the portion that was meant, with the label of the food's portion of the same name.
    private static func portion(_ match: MealParser.Line.Match) -> ParsedPortion? {
        guard let portion = match.amount.portion, let count = match.amount.count else { return nil }
        let label = match.food.portions.first { $0.name == portion.name }?.label
        return ParsedPortion(name: portion.name, label: label, grams: portion.grams, count: count)
    }

    private static func rounded(amount: Double) -> Double { (amount * amountFactor).rounded() / amountFactor }

    private static func rounded(confidence: Double) -> Double {
        (confidence * confidenceFactor).rounded() / confidenceFactor
    }
}
