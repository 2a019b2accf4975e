package import Contracts
import FoundationEssentials
import Storage
import Threading

extension FoodCatalogService {
    /// Imports a page of foods of a source.
    package func importFoods(_ request: CatalogImport, _ context: RequestContext?) async throws -> CatalogImport.Reply {
        let reply = try await ImportFoods.run(request, context, in: store, vocabulary, importThrottle)
        merging?.recordWrites(reply.added + reply.changed)
        return reply
    }
}

/// Handles `catalog.operator.import`: stores a page of foods in one commit.
enum ImportFoods {
    /// Import pages accepted at once; `mealwire foods import` has as many in flight.
    static let capacity = 4
    /// The thread on which pages are parsed and checked.
    ///
    /// One thread is faster than the writes, and parsing a page takes long enough to delay searches if it shared their
    /// threads.
    private static let preparation = BlockingThreadPool(
        threadsMax: 1,
        waitingMax: 16,
        overloaded: "Too many pages are being imported at once. Send this one again soon."
    )

    /// A row of the page: ready to be stored, or the reason for its rejection.
    private enum Prepared: Sendable {
        case food(FoodWriter.Prepared)
        case refused(String)
    }

    static func run(
        _ request: CatalogImport,
        _ context: RequestContext?,
        in store: Store,
        _ vocabulary: VocabularyCache,
        _ importThrottle: ImportThrottle
    ) async throws -> CatalogImport.Reply {
        guard let page = Data(base64Encoded: request.base64), page.count <= CatalogImport.pageBytesMax else {
            throw ServiceError(.malformed, "base64 must be a page of at most \(CatalogImport.pageBytesMax) bytes.")
        }
        let deadline = context?.deadline ?? .after(milliseconds: Method.defaultTimeoutMs)
        let (bytes, source) = (Array(page), request.source)
        let prepared = try await preparation.run(before: deadline) { try prepare(bytes, source: source) }
        return try await importThrottle.throttling(by: deadline) {
            let (reply, took) = try await store.write(context) { transaction in
                let start = ContinuousClock.now
                let reply = try put(prepared, isBulk: true, transaction)
                return (reply, start.duration(to: .now))
            }
            if reply.added + reply.changed > 0 { vocabulary.invalidate() }
            return (reply, took)
        }
    }

    /// Stores foods of a source in an existing transaction.
    ///
    /// - Parameters:
    ///   - foods: The foods of the source.
    ///   - source: The name of the source.
    ///   - origin: How they affect foods that exist already.
    ///   - transaction: The transaction to write in.
    /// - Returns: The outcome; a rejection's row is its index in `foods`.
    /// - Throws: SQLite's errors.
    static func put(
        _ foods: [ImportedFood],
        source: String,
        from origin: FoodOrigin,
        _ transaction: SQLTransaction
    ) throws -> CatalogImport.Reply {
        let prepared = foods.map { prepare($0, source, ImportPage.digest(of: $0), from: origin) }
        return try put(prepared, isBulk: false, transaction)
    }

    /// Parses and checks a page, concurrently with the write of the previous one.
    private static func prepare(_ page: [UInt8], source: String) throws -> [Prepared] {
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
        do throws(FoodValidator.Refusal) {
            let digest = Int64(bitPattern: digest &+ UInt64(FoodChecks.version))
            return .food(FoodWriter.Prepared(try FoodValidator.row(food, source: source, digest: digest), from: origin))
        } catch {
            return .refused(error.reason)
        }
    }

    private static func put(
        _ prepared: [Prepared],
        isBulk: Bool,
        _ transaction: SQLTransaction
    ) throws -> CatalogImport.Reply {
        var reply = CatalogImport.Reply()
        var writer = FoodWriter(transaction, isBulk: isBulk)
        var seen: Set<FoodID> = []
        for (index, row) in prepared.enumerated() {
            switch row {
            case .refused(let reason): reply.refused.append(CatalogImport.RefusedRow(row: index, reason: reason))
            case .food(let food):
                // A second row with the same id must find the first one in the index.
                if !seen.insert(food.food.id).inserted { try writer.finish() }
                do {
                    reply.count(try writer.put(food), food.food.flags)
                } catch let error as ServiceError where error.code == .conflict {
                    reply.refused.append(
                        CatalogImport.RefusedRow(row: index, reason: "has the id of a user's own food")
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
        case .added: added += 1
        case .changed: changed += 1
        case .unchanged: unchanged += 1
        }
        if !flags.isEmpty { flagged += 1 }
        for flag in flags { self.flags[flag.rawValue, default: 0] += 1 }
    }
}
