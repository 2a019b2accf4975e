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
        var reply = try await ParseFoods.run(request, for: context.principal?.user, in: store, search)
        for index in reply.lines.indices { label(&reply.lines[index], in: request.language) }
        return reply
    }

    /// Labels the portions of a line after it was read: amounts are found by the names.
    private func label(_ line: inout ParsedLine, in language: String?) {
        let food = line.food.map { portionNames.labelled($0, in: language) }
        if let name = line.portion?.name { line.portion?.label = food?.portions.first { $0.name == name }?.label }
        line.food = food
        for index in line.alternatives.indices {
            line.alternatives[index].food = portionNames.labelled(line.alternatives[index].food, in: language)
        }
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
        for user: UserID?,
        in store: Store,
        _ search: FoodSearch
    ) async throws -> CatalogFoodsParse.Reply {
        let lines = try await store.read { reader in
            let avoided = Set(try user.map { try PersonTable.allergens(of: $0, reader) } ?? [])
            return try MealParser.lines(of: request.text, linesMax: CatalogFoodsParse.linesMax) { words in
                try candidates(words, request.language, for: user, avoiding: avoided, search, reader)
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
        _ language: String?,
        for user: UserID?,
        avoiding avoided: Set<Allergen>,
        _ search: FoodSearch,
        _ reader: SQLReader
    ) throws -> [ParseCandidate] {
        let query = SearchQuery(words)
        if query.words.isEmpty { return [] }
        let found = try search.run(query, for: user, atLeast: candidatesMax, reader)
        // Another search may have cached foods that lack words.
        let complete = try found.prefix(candidatesMax).filter { $0.cost < completeCostMax }.map { result in
            (result, try FoodTable.row(number: result.number, reader))
        }
        let usual = try FoodUse.usualAmounts(of: complete.map(\.1.id), for: user, reader)
        return complete.map { result, row in
            var food = row.listed(in: language, for: user, avoiding: avoided)
            food.usual = usual[row.id]
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
            portion: best?.amount.parsedPortion,
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

    private static func rounded(amount: Double) -> Double { (amount * amountFactor).rounded() / amountFactor }

    private static func rounded(confidence: Double) -> Double {
        (confidence * confidenceFactor).rounded() / confidenceFactor
    }
}

extension ParsedAmount {
    /// The portion as the contract has it.
    fileprivate var parsedPortion: ParsedPortion? {
        guard let portion, let count else { return nil }
        return ParsedPortion(name: portion.name, grams: portion.grams, count: count)
    }
}
