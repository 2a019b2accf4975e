package import Contracts
import Storage

extension FoodCatalogService {
    /// Returns a food by its id.
    package func getFood(_ request: CatalogGet, _ context: RequestContext) async throws -> Food {
        let food = try await GetFood.run(request, for: context.principal?.user, in: store)
        return try await withSignedImage(portionNames.labelled(food, in: request.language), \.imageURL)
    }

    /// Returns the food with a barcode.
    package func getBarcode(_ request: CatalogBarcode, _ context: RequestContext) async throws -> Food {
        let food = try await GetBarcode.run(request, for: context.principal?.user, in: store, remote)
        return try await withSignedImage(portionNames.labelled(food, in: request.language), \.imageURL)
    }
}

/// Handles `catalog.get`.
enum GetFood {
    static func run(_ request: CatalogGet, for user: UserID?, in store: Store) async throws -> Food {
        let (stored, avoided, usual) = try await store.read { reader in
            let food = try FoodTable.stored(request.id, reader)
            let usual = try FoodUse.usualAmounts(of: [request.id], for: user, reader)
            return (food, try PersonTable.avoided(by: user, in: food?.food, reader), usual[request.id])
        }
        // Another user's private food is reported as not found.
        guard let stored, !stored.food.isPrivate || stored.food.owner == user else {
            throw ServiceError.notFound("food")
        }
        var food = stored.food.detailed(in: request.language, for: user, version: stored.version, avoiding: avoided)
        food.usual = usual
        return food
    }
}

/// Handles `catalog.barcode`: returns the best food with a barcode, the caller's own first.
enum GetBarcode {
    /// Maximum number of foods considered, since several sources may have the same barcode.
    private static let foodsMax = 20

    static func run(
        _ request: CatalogBarcode,
        for user: UserID?,
        in store: Store,
        _ remote: RemoteFoods?
    ) async throws -> Food {
        let barcode = try barcode(request.gtin)
        let (stored, avoided, usual) = try await store.read { reader in
            let food = try FoodTable.all(with: barcode, for: user, foodsMax, reader)
                .min { rank($0.food, user) < rank($1.food, user) }
            let usual = try FoodUse.usualAmounts(of: food.map { [$0.food.id] } ?? [], for: user, reader)
            return (food, try PersonTable.avoided(by: user, in: food?.food, reader), usual.values.first)
        }
        if let stored {
            var food = stored.food.detailed(
                in: request.language,
                for: user,
                version: stored.version,
                avoiding: avoided
            )
            food.usual = usual
            return food
        }
        var found = try await lookUp(barcode, for: user, remote)
        guard let user, found.allergens?.isEmpty == false else { return found }
        let codes = try await store.read { try PersonTable.allergens(of: user, $0).map(\.rawValue) }
        let matches = (found.allergens ?? []).filter(codes.contains)
        if !matches.isEmpty { found.allergenMatches = matches }
        return found
    }

    /// Asks the enabled remote sources and stores what they find.
    private static func lookUp(_ barcode: GTIN, for user: UserID?, _ remote: RemoteFoods?) async throws -> Food {
        guard let remote else { throw ServiceError.notFound("food") }
        switch await remote.lookUp(barcode: barcode.text, for: user) {
        case .found(let food, let source):
            do {
                return try await remote.importFood(food, of: source)
            } catch let error as ServiceError where error.code == .conflict {
                // A food that the catalog rejects counts as not found.
                throw ServiceError.notFound("food")
            }
        case .off, .unknown: throw ServiceError.notFound("food")
        case .unanswered(let sources):
            let names = sources.map(\.source).joined(separator: ", ")
            throw ServiceError(
                .notFound,
                "The catalog has no food with this barcode, and could not ask \(names).",
                params: ["unanswered": names]
            )
        }
    }

    private static func barcode(_ text: String) throws(ServiceError) -> GTIN {
        do throws(GTIN.Fault) {
            return try GTIN(text)
        } catch {
            throw .invalid([FieldError("gtin", .wrongFormat, error.sentence)])
        }
    }

    /// Ranks the caller's own foods first, then foods of sources, then shared foods; within each, by number of flags.
    private static func rank(_ food: FoodRow, _ user: UserID?) -> Int {
        let isOwn = food.owner != nil && food.owner == user
        return (isOwn ? 0 : food.owner == nil ? 1_000 : 2_000) + food.flags.count
    }
}

extension FoodTable {
    /// Returns the visible foods with a barcode: the user's own, then those of sources, then shared ones.
    ///
    /// - Parameters:
    ///   - barcode: The barcode.
    ///   - user: The requesting user.
    ///   - limit: Maximum number of foods; private foods of others do not count.
    ///   - reader: The database.
    /// - Returns: The foods.
    /// - Throws: SQLite's errors.
    fileprivate static func all(
        with barcode: GTIN,
        for user: UserID?,
        _ limit: Int,
        _ reader: SQLReader
    ) throws -> [Stored] {
        var foods: [Stored] = []
        try reader.forEach(selectionByBarcode, ["\"\(barcode.text)\"", user?.description ?? "", limit]) { row in
            foods.append(try stored(row))
            return true
        }
        return foods
    }

    private static let selectionByBarcode =
        """
        SELECT \(qualified) FROM barcode_index CROSS JOIN food ON food.number = barcode_index.rowid
        WHERE barcode_index MATCH ?1 AND (food.owner IS NULL OR food.shared = 1 OR food.owner = ?2)
        ORDER BY food.owner IS NOT ?2, food.owner IS NOT NULL, food.number LIMIT ?3
        """
}
