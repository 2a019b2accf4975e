package import Contracts
import Foundation
package import Logging
package import Storage

/// The foods with which an empty catalogue is filled.
package struct StarterCatalogue: Sendable {
    /// A row that was not taken.
    package struct RefusedRow: Sendable, Equatable {
        package let line: Int
        package let reason: String
    }

    /// A starter that cannot be used at all; stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Refused rows that are logged one by one; further ones are only counted.
    private static let loggedRowsMax = 20

    /// Where the file lies that comes with Mealwire.
    package static var bundledPath: String {
        Bundle.module.bundleURL.appending(path: "Data/starter-catalogue.csv").path
    }

    /// The sound rows, in the order of the file.
    package private(set) var foods: [Food] = []
    /// The other rows, in the order of the file.
    package private(set) var refused: [RefusedRow] = []

    /// Reads the CSV.
    ///
    /// - Throws: `Failure` if the header is another one or no row can be taken.
    package init(csv bytes: [UInt8]) throws(Failure) {
        var reader = CSVReader(bytes)
        guard case .success(StarterRow.columns) = reader.next()?.fields else {
            throw Failure(description: "the first line must be \(StarterRow.columns.joined(separator: ","))")
        }
        var lines: [FoodID: Int] = [:]
        while let row = reader.next() {
            do {
                let food = try StarterRow.food(from: try row.fields.get())
                if let first = lines[food.id] { throw StarterRow.Refusal("id is that of line \(first)") }
                lines[food.id] = row.line
                foods.append(food)
            } catch {
                refused.append(RefusedRow(line: row.line, reason: "\(error)"))
            }
        }
        guard !foods.isEmpty else {
            throw Failure(description: "none of its \(refused.count) rows can be taken")
        }
    }

    /// Fills the catalogue from a file, in one transaction, if it has no food yet.
    ///
    /// - Returns: How many foods were stored.
    /// - Throws: `Failure` if the file cannot be read, and what the store throws.
    @discardableResult
    package static func fill(_ store: Store, from path: String, logger: Logger) async throws -> Int {
        guard try await store.read({ try FoodTable.isEmpty($0) }) else { return 0 }
        let clock = ContinuousClock()
        let start = clock.now
        let starter = try read(path)
        let count = try await starter.fill(store)
        let milliseconds = (clock.now - start) / .milliseconds(1)
        starter.logRefusedRows(to: logger)
        logger.info(
            "the starter catalogue was loaded",
            metadata: [
                "foods": "\(count)", "refused": "\(starter.refused.count)", "ms": "\(Int(milliseconds))",
            ]
        )
        return count
    }

    private static func read(_ path: String) throws(Failure) -> StarterCatalogue {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "catalog.starter is \(path), which cannot be read.")
        }
        do throws(Failure) {
            return try StarterCatalogue(csv: Array(data))
        } catch {
            throw Failure(description: "catalog.starter is \(path), but \(error).")
        }
    }

    /// Stores the foods, the plainest first: the index hands out candidates in order of rows (see ``FoodIndex``).
    private func fill(_ store: Store) async throws -> Int {
        let named = foods.map { (food: $0, name: SearchableName($0.name)) }
            .sorted { ($0.name.detail, $0.food.name, $0.food.id) < ($1.name.detail, $1.food.name, $1.food.id) }
        return try await store.write { transaction in
            guard try FoodTable.isEmpty(transaction) else { return 0 }
            for (food, name) in named { try FoodTable.insert(food, name, transaction) }
            return named.count
        }
    }

    private func logRefusedRows(to logger: Logger) {
        for row in refused.prefix(Self.loggedRowsMax) {
            logger.warning(
                "a row of the starter catalogue was refused",
                metadata: ["line": "\(row.line)", "reason": "\(row.reason)"]
            )
        }
    }
}
