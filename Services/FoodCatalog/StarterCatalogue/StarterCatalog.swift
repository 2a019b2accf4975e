package import Contracts
import Crypto
import FoodFormats
import Foundation
package import Logging
package import Storage

/// The foods of the bundled starter catalog.
package struct StarterCatalog: Sendable {
    /// A rejected row.
    package struct RefusedRow: Sendable, Equatable {
        package let line: Int
        package let reason: String
    }

    /// An unusable starter file; stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Maximum number of rejected rows that are logged individually; further ones are only counted.
    private static let loggedRowsMax = 20

    /// The path of the bundled file of foods.
    package static var bundledPath: String { bundled("starter-catalog.csv") }
    /// The path of the bundled file of names in other languages.
    package static var bundledNamesPath: String { bundled("starter-names.csv") }

    /// Returns the path of a bundled file.
    package static func bundled(_ file: String) -> String {
        Bundle.module.bundleURL.appending(path: "Data/\(file)").path
    }

    /// The valid rows, in the order of the file.
    package private(set) var foods: [Food] = []
    /// The rejected rows, in the order of the file.
    package private(set) var refused: [RefusedRow] = []
    /// Further names of the foods.
    private var names: [FoodID: StarterNames] = [:]

    /// Parses the CSV.
    ///
    /// - Throws: `Failure` if the header differs or no row is valid.
    package init(csv bytes: [UInt8]) throws(Failure) {
        guard let rows = try? DelimitedRows(bytes, name: "the starter"), rows.columns == StarterRow.columns else {
            throw Failure(description: "the first line must be \(StarterRow.columns.joined(separator: ","))")
        }
        var lines: [FoodID: Int] = [:]
        for row in rows {
            do {
                let food = try StarterRow.food(from: try row.fields.get())
                if let first = lines[food.id] { throw StarterRow.Refusal("id is that of line \(first)") }
                lines[food.id] = row.line
                foods.append(food)
            } catch {
                refused.append(RefusedRow(line: row.line, reason: Self.reason(error)))
            }
        }
        guard !foods.isEmpty else {
            throw Failure(description: "none of its \(refused.count) rows are valid")
        }
    }

    /// Loads the starter's foods in one transaction, unless this version of the files is loaded already.
    ///
    /// A newer starter updates its own foods; foods of other sources are left as they are.
    ///
    /// - Parameters:
    ///   - store: The catalog's store.
    ///   - path: The path of the foods.
    ///   - namesPath: The path of their names in other languages, if any.
    ///   - logger: Receives the counts and the rejected rows.
    /// - Returns: The number of new or changed foods.
    /// - Throws: `Failure` if a file cannot be read, and the store's errors.
    @discardableResult
    package static func fill(
        _ store: Store,
        from path: String,
        names namesPath: String? = nil,
        logger: Logger
    ) async throws -> Int {
        let start = ContinuousClock.now
        let csv = try bytes(of: path, "catalog.starter")
        let namesCSV = try namesPath.map { try bytes(of: $0, "catalog.starter.names") } ?? []
        let digest = "\(IndexText.version) \(FoodChecks.version) \(SHA256.hash(data: csv + namesCSV).description)"
        guard try await store.read({ try CatalogState.value("starter", $0) }) != digest else { return 0 }
        var starter = try read(csv, path)
        if let namesPath { try starter.addNames(namesCSV, namesPath) }
        let count = try await starter.fill(store, digest: digest)
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        starter.logRefusedRows(to: logger)
        logger.info(
            "the starter catalog was loaded",
            metadata: [
                "foods": "\(count)", "refused": "\(starter.refused.count)", "ms": "\(Int(milliseconds))",
            ]
        )
        return count
    }

    private static func bytes(of path: String, _ key: String) throws(Failure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(key) is \(path), which cannot be read.")
        }
        return Array(data)
    }

    private static func read(_ csv: [UInt8], _ path: String) throws(Failure) -> StarterCatalog {
        do throws(Failure) {
            return try StarterCatalog(csv: csv)
        } catch {
            throw Failure(description: "catalog.starter is \(path), but \(error).")
        }
    }

    /// Stores the foods, the plainest first; the order decides between foods of equal rank.
    private func fill(_ store: Store, digest: String) async throws -> Int {
        let named = foods.map { (food: $0, detail: SearchableName($0.name).detail) }
            .sorted { ($0.detail, $0.food.name, $0.food.id) < ($1.detail, $1.food.name, $1.food.id) }
            .map { imported($0.food) }
        let bySource = Dictionary(grouping: named, by: \.source)
        return try await store.write { transaction in
            var count = 0
            for (source, foods) in bySource.sorted(by: { $0.key < $1.key }) {
                let reply = try ImportFoods.put(foods.map(\.food), source: source, from: .starter, transaction)
                count += reply.added + reply.changed
            }
            try CatalogState.set("starter", digest, transaction)
            return count
        }
    }

    private func imported(_ food: Food) -> (source: String, food: ImportedFood) {
        let names = names[food.id] ?? StarterNames()
        let imported = ImportedFood(
            sourceID: food.id.description,
            id: food.id,
            name: food.name,
            names: names.names,
            aliases: names.aliases,
            category: food.category,
            type: food.type.flatMap { FoodType(rawValue: $0) } ?? .generic,
            kcal: food.kcal,
            proteinG: food.proteinG,
            fatG: food.fatG,
            carbohydrateG: food.carbohydrateG,
            fiberG: food.fiberG,
            sugarG: food.sugarG,
            saturatedFatG: food.saturatedFatG,
            sodiumMg: food.sodiumMg,
            portions: food.portions,
            allergens: food.allergens.map { $0.compactMap { Allergen(rawValue: $0) } }
        )
        return (food.source, imported)
    }

    /// Parses the names in other languages; each row has an id, a language and a name.
    ///
    /// - Throws: `Failure` if the header differs.
    private mutating func addNames(_ csv: [UInt8], _ path: String) throws(Failure) {
        guard let rows = try? DelimitedRows(csv, name: "the names"), rows.columns == StarterNames.columns else {
            throw Failure(
                description: """
                    catalog.starter.names is \(path), but its first line is not \(StarterNames.columns.joined(separator: ",")).
                    """
            )
        }
        for row in rows {
            do {
                let fields = try row.fields.get()
                guard let id = FoodID(fields[0]), !fields[2].isEmpty else {
                    throw StarterRow.Refusal("a name must have an id, a language and a name")
                }
                names[id, default: StarterNames()].add(fields[2], in: fields[1])
            } catch {
                refused.append(RefusedRow(line: row.line, reason: Self.reason(error)))
            }
        }
    }

    /// Returns the reason of a row's rejection, from the CSV reader or from ``StarterRow``.
    static func reason(_ error: any Error) -> String { (error as? RowRefusal)?.reason ?? "\(error)" }

    private func logRefusedRows(to logger: Logger) {
        for row in refused.prefix(Self.loggedRowsMax) {
            logger.warning(
                "a row of the starter catalog was rejected",
                metadata: ["line": "\(row.line)", "reason": "\(row.reason)"]
            )
        }
    }
}
