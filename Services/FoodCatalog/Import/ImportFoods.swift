import Contracts
import FoundationEssentials
import Storage

/// Answers `catalog.operator.import`: a page of foods, in one commit.
enum ImportFoods {
    private static let sourceLength = 1...40

    /// A row of the page that is fit to be stored, or why it is not.
    private enum Prepared: Sendable {
        case food(FoodWriter.Prepared)
        case refused(String)
    }

    static func run(
        _ request: CatalogImport,
        _ context: RequestContext?,
        in store: Store,
        _ vocabulary: VocabularyKeeper
    ) async throws -> CatalogImport.Reply {
        try check(request)
        guard let page = Data(base64Encoded: request.base64), page.count <= CatalogImport.pageBytesMax else {
            throw ServiceError(.malformed, "base64 must be a page of at most \(CatalogImport.pageBytesMax) bytes.")
        }
        let prepared = try await prepare(Array(page), source: request.source)
        let reply = try await store.write(context) { try put(prepared, $0) }
        if reply.taken + reply.changed > 0 { vocabulary.wordsHaveChanged() }
        return reply
    }

    /// Keeps foods of a source in the transaction of something else.
    ///
    /// - Parameters:
    ///   - foods: What the source tells.
    ///   - source: Which.
    ///   - origin: What they do to foods that are there.
    ///   - transaction: Of something else.
    /// - Returns: What became of them; a refusal's row is its place in the list.
    /// - Throws: What SQLite throws.
    static func put(
        _ foods: [ImportedFood],
        source: String,
        from origin: FoodOrigin,
        _ transaction: SQLTransaction
    ) throws -> CatalogImport.Reply {
        try put(foods.map { prepare($0, source, ImportPage.digest(of: $0), from: origin) }, transaction)
    }

    private static func check(_ request: CatalogImport) throws(ServiceError) {
        var rules = RuleChecker()
        rules.require(request.source, length: sourceLength, "source")
        rules.require(
            request.source.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            },
            "source",
            .wrongFormat,
            "source must be of letters and digits, such as openFoodFacts."
        )
        try rules.finish()
    }

    /// Reads and checks a page, beside the writing of the one before.
    @concurrent
    private static func prepare(_ page: [UInt8], source: String) async throws -> [Prepared] {
        let rows = try ImportPage.rows(of: page)
        guard rows.count <= CatalogImport.pageRowsMax else {
            throw ServiceError(.malformed, "A page may have at most \(CatalogImport.pageRowsMax) rows.")
        }
        return rows.map { prepare($0.food, source, $0.digest) }
    }

    private static func prepare(
        _ food: ImportedFood,
        _ source: String,
        _ digest: UInt64,
        from origin: FoodOrigin = .given
    ) -> Prepared {
        do throws(FoodIntake.Refusal) {
            let digest = Int64(bitPattern: digest &+ UInt64(FoodChecks.version))
            return .food(FoodWriter.Prepared(try FoodIntake.row(food, source: source, digest: digest), from: origin))
        } catch {
            return .refused(error.reason)
        }
    }

    private static func put(_ prepared: [Prepared], _ transaction: SQLTransaction) throws -> CatalogImport.Reply {
        var reply = CatalogImport.Reply()
        var writer = FoodWriter(transaction)
        var seen: Set<FoodID> = []
        for (index, row) in prepared.enumerated() {
            switch row {
            case .refused(let reason): reply.refused.append(CatalogImport.RefusedRow(row: index, reason: reason))
            case .food(let food):
                // The second of an id in a page must find the first in the index.
                if !seen.insert(food.food.id).inserted { try writer.finish() }
                do {
                    reply.count(try writer.put(food), food.food.flags)
                } catch let error as ServiceError where error.code == .conflict {
                    reply.refused.append(
                        CatalogImport.RefusedRow(row: index, reason: "has the id of somebody's own food")
                    )
                }
            }
        }
        try writer.finish()
        return reply
    }
}

extension CatalogImport.Reply {
    fileprivate mutating func count(_ outcome: FoodWriter.Outcome, _ flags: [FoodFlag]) {
        switch outcome {
        case .taken: taken += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        }
        if !flags.isEmpty { flagged += 1 }
        for flag in flags { self.flags[flag.rawValue, default: 0] += 1 }
    }
}
