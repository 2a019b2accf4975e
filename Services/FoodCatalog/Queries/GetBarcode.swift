import Contracts
import Storage

/// Answers `catalog.barcode`: the best food with a barcode, one's own before others.
enum GetBarcode {
    /// Foods of several sources may have one barcode; more are not looked at.
    private static let foodsMax = 20

    static func run(_ request: CatalogBarcode, for user: UserID?, in store: Store) async throws -> Food {
        let barcode = try barcode(request.gtin)
        let food = try await store.read { reader in
            try FoodIndex.numbers(of: barcode, foodsMax, reader)
                .map { try FoodTable.row(number: $0, reader) }
                .filter { !$0.isPrivate || $0.owner == user }
                .min { rank($0, user) < rank($1, user) }
        }
        guard let food else { throw ServiceError.notFound("food") }
        return food.detailed(in: request.language, for: user, version: 0)
    }

    private static func barcode(_ text: String) throws(ServiceError) -> GTIN {
        do throws(GTIN.Fault) {
            return try GTIN(text)
        } catch {
            let reason =
                switch error {
                case .wrongLength: "A barcode has 8, 12, 13 or 14 digits."
                case .wrongCheckDigit:
                    "The barcode's last digit does not fit the others: a digit is wrong or two are swapped."
                }
            throw .invalid([FieldError("gtin", .wrongFormat, reason)])
        }
    }

    /// One's own first, then those with the fewest doubts.
    private static func rank(_ food: FoodRow, _ user: UserID?) -> Int {
        (food.owner != nil && food.owner == user ? 0 : 1_000) + food.flags.count
    }
}
