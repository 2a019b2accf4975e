import Contracts
import Crypto
import FoodFormats
import Foundation
import JSONCoding
package import Logging
package import Storage

/// Loads the bundled list of healthy foods.
package enum HealthyFoodFile {
    /// Columns that every file must have.
    private static let needed = ["id", "name", "category", "kcal", "description"]
    /// The languages besides English, by the suffix of their columns.
    private static let languages = ["Uk": "uk", "Th": "th"]
    private static let stateName = "healthy"
    /// Maximum number of rejected rows that are logged individually.
    private static let loggedRowsMax = 20

    /// The path of the bundled file.
    package static var bundledPath: String { StarterCatalog.bundled("healthy-foods.csv") }

    /// Loads the file into the table unless this version of the file is loaded already.
    ///
    /// Foods that staff changed are left as they are, and foods that staff removed are not added again.
    ///
    /// - Parameters:
    ///   - store: The catalog's store.
    ///   - path: The path of the file.
    ///   - logger: Receives the rejected rows.
    /// - Throws: `StarterCatalog.Failure` if the file cannot be read, and the store's errors.
    package static func fill(_ store: Store, from path: String, logger: Logger) async throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StarterCatalog.Failure(description: "catalog.healthy is \(path), which cannot be read.")
        }
        let digest = SHA256.hash(data: data).description
        guard try await store.read({ try CatalogState.value(stateName, $0) }) != digest else { return }
        let (foods, refused) = try rows(Array(data), path)
        for row in refused.prefix(loggedRowsMax) {
            logger.warning(
                "a row of the list of healthy foods was rejected",
                metadata: ["line": "\(row.line)", "reason": "\(row.reason)"]
            )
        }
        try await store.write { transaction in
            for (position, food) in foods.enumerated() {
                try HealthyFoodTable.upsert(food, position: position + 1, transaction)
            }
            try HealthyFoodTable.removeAll(but: foods.map(\.id), transaction)
            try CatalogState.set(stateName, digest, transaction)
        }
        logger.info("the list of healthy foods was loaded", metadata: ["foods": "\(foods.count)"])
    }

    private static func rows(
        _ csv: [UInt8],
        _ path: String
    ) throws(StarterCatalog.Failure) -> (foods: [HealthyFoodRow], refused: [StarterCatalog.RefusedRow]) {
        guard let rows = try? DelimitedRows(csv, name: "the list"), needed.allSatisfy(rows.columns.contains) else {
            throw StarterCatalog.Failure(
                description:
                    "catalog.healthy is \(path). Its first line does not name \(needed.joined(separator: ", "))."
            )
        }
        var foods: [HealthyFoodRow] = []
        var refused: [StarterCatalog.RefusedRow] = []
        for row in rows {
            do {
                let named = Dictionary(zip(rows.columns, try row.fields.get())) { first, _ in first }
                foods.append(try food(named))
            } catch let error as ServiceError {
                refused.append(StarterCatalog.RefusedRow(line: row.line, reason: error.message))
            } catch {
                refused.append(StarterCatalog.RefusedRow(line: row.line, reason: StarterCatalog.reason(error)))
            }
        }
        return (foods, refused)
    }

    /// Parses a row of the file by the same rules that apply to changes by staff.
    private static func food(_ fields: [String: String]) throws -> HealthyFoodRow {
        func text(_ column: String) -> Patch<String> {
            fields[column].flatMap { $0.isEmpty ? nil : .set($0) } ?? .unchanged
        }
        func texts(_ column: String) -> Patch<[String: String]> {
            let pairs = languages.compactMap { suffix, code in text(column + suffix).value.map { (code, $0) } }
            return .set(Dictionary(pairs) { first, _ in first })
        }
        guard let id = fields["id"].flatMap({ HealthyFoodID($0) }) else { throw StarterRow.Refusal("id is no UUID") }
        var change = HealthyFoodChange()
        change.name = text("name")
        change.names = texts("name")
        change.kcal = fields["kcal"].flatMap { Double($0) }.map { .set($0) } ?? .unchanged
        change.description = text("description")
        change.descriptions = texts("description")
        change.category = text("category")
        change.recipeURL = text("recipeURL")
        change.imageURL = text("imageURL")
        change.foodId = fields["foodId"].flatMap { FoodID($0) }.map { .set($0) } ?? .unchanged
        try HealthyFoodChange.rulesOfNew.check(change)
        var food = HealthyFoodRow(id: id)
        food.apply(change)
        return food
    }
}
