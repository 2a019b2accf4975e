package import Contracts
import Storage

extension FoodCatalogService {
    /// Returns a food by its id.
    package func getFood(_ request: CatalogGet, _ context: RequestContext) async throws -> Food {
        let viewer = viewer(context, in: request.language)
        return try await store.read { reader in
            // Another user's private food is reported as not found.
            guard let stored = try FoodTable.stored(request.id, reader),
                !stored.food.isPrivate || stored.food.owner == viewer.user
            else { throw ServiceError.notFound("food") }
            return try stored.shown(to: viewer, reader)
        }
    }

    /// Returns the food with a barcode.
    package func getBarcode(_ request: CatalogBarcode, _ context: RequestContext) async throws -> Food {
        try await GetBarcode.run(request, for: viewer(context, in: request.language), in: store, remote)
    }
}

/// Handles `catalog.barcode`: returns the best food with a barcode, the caller's own first.
enum GetBarcode {
    /// Maximum number of foods considered, since several sources may have the same barcode.
    private static let foodsMax = 20

    static func run(
        _ request: CatalogBarcode,
        for viewer: FoodViewer,
        in store: Store,
        _ remote: RemoteFoods?
    ) async throws -> Food {
        let barcode = try barcode(request.gtin)
        let stored = try await store.read { reader in
            try FoodTable.all(with: barcode, for: viewer.user, foodsMax, reader)
                .min { rank($0.food, viewer.user) < rank($1.food, viewer.user) }?
                .shown(to: viewer, reader)
        }
        if let stored { return stored }
        let found = try await lookUp(barcode, for: viewer.user, remote)
        return try await store.read { try found.shown(to: viewer, $0) }
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

extension FoodTable.Stored {
    /// Returns the food with all of its values, as a caller sees it.
    fileprivate func shown(to viewer: FoodViewer, _ reader: SQLReader) throws -> Food {
        try food.detailed(in: viewer.language, for: viewer.user, version: version).shown(to: viewer, reader)
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
