import Contracts
import Storage

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
        let (stored, avoided) = try await store.read { reader in
            let food = try FoodTable.all(with: barcode, for: user, foodsMax, reader)
                .min { rank($0.food, user) < rank($1.food, user) }
            return (food, try PersonTable.avoided(by: user, in: food?.food, reader))
        }
        if let stored {
            return stored.food.detailed(
                in: request.language,
                for: user,
                version: stored.version,
                avoiding: avoided
            )
        }
        var found = try await lookUp(barcode, remote)
        guard let user, found.allergens?.isEmpty == false else { return found }
        let codes = try await store.read { try PersonTable.allergens(of: user, $0).map(\.rawValue) }
        let matches = (found.allergens ?? []).filter(codes.contains)
        if !matches.isEmpty { found.allergenMatches = matches }
        return found
    }

    /// Asks the enabled remote sources and stores what they find.
    private static func lookUp(_ barcode: GTIN, _ remote: RemoteFoods?) async throws -> Food {
        guard let remote else { throw ServiceError.notFound("food") }
        switch await remote.lookUp(barcode: barcode.text) {
        case .found(let food, let source):
            do {
                return try await remote.keep(food, of: source)
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
