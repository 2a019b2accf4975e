package import Contracts
import FoodFormats
package import Foundation

/// The bundled drawings, and which food has which.
package struct DrawingSet: Sendable {
    /// What a row of the list gives a drawing to.
    private enum Kind: String {
        case food
        case category
        case standard = "default"
    }

    /// The header of the list.
    private static let columns = ["kind", "key", "drawing"]
    private static let nameLength = 1...60

    private var foods: [FoodID: Drawing] = [:]
    private var categories: [String: Drawing] = [:]
    private let standard: Drawing

    /// Reads the bundled list and its drawings.
    ///
    /// - Throws: `StarterCatalog.Failure`.
    package init() throws {
        let folder = URL(filePath: StarterCatalog.bundled("drawings"))
        try self.init(list: URL(filePath: StarterCatalog.bundled("drawings.csv")), folder: folder)
    }

    /// Reads a list and its drawings; a drawing of several rows is held once.
    ///
    /// - Parameters:
    ///   - list: The path of the list.
    ///   - folder: The folder with the drawings, as `NAME.svg`.
    /// - Throws: `StarterCatalog.Failure` with the line or the file that is wrong.
    package init(list: URL, folder: URL) throws {
        let name = list.lastPathComponent
        guard let csv = FileManager.default.contents(atPath: list.path) else {
            throw StarterCatalog.Failure(description: "\(name) cannot be read.")
        }
        let rows = try Self.rows(Array(csv), name: name)
        var (drawings, standard): ([String: Drawing], Drawing?) = ([:], nil)
        for row in rows {
            do {
                let fields = try row.fields.get()
                let drawing = try drawings[fields[2]] ?? Self.drawing(fields[2], in: folder)
                drawings[fields[2]] = drawing
                let former: Drawing?
                switch (Kind(rawValue: fields[0]), FoodID(fields[1])) {
                case (.food, let id?): former = foods.updateValue(drawing, forKey: id)
                case (.category, _) where !fields[1].isEmpty:
                    former = categories.updateValue(drawing, forKey: fields[1])
                case (.standard, _) where fields[1].isEmpty:
                    former = standard
                    standard = drawing
                default: throw StarterRow.Refusal("kind or key is wrong")
                }
                guard former == nil else { throw StarterRow.Refusal("an earlier line has the same key") }
            } catch {
                let reason = StarterCatalog.reason(error)
                throw StarterCatalog.Failure(description: "Line \(row.line) of \(name) is wrong: \(reason).")
            }
        }
        guard let standard else { throw StarterCatalog.Failure(description: "\(name) has no row default.") }
        self.standard = standard
    }

    /// Returns the drawing of a food: its own, else that of its category, else the general one.
    ///
    /// - Parameters:
    ///   - food: The id of the food.
    ///   - category: Its category, if it has one and the reader may know it.
    /// - Returns: The drawing.
    package func drawing(of food: FoodID, category: String?) -> Drawing {
        foods[food] ?? category.flatMap { categories[$0] } ?? standard
    }

    /// Returns whether a food has a drawing of a row of its own.
    package func hasOwn(_ food: FoodID) -> Bool { foods[food] != nil }

    /// Returns whether a category has a drawing.
    package func has(category: String) -> Bool { categories[category] != nil }

    private static func rows(_ csv: [UInt8], name: String) throws(StarterCatalog.Failure) -> DelimitedRows {
        let rows: DelimitedRows
        do throws(SourceFailure) {
            rows = try DelimitedRows(csv, name: name)
        } catch {
            throw StarterCatalog.Failure(description: "\(error)")
        }
        guard rows.columns == columns else {
            let description = "The first line of \(name) is not \(columns.joined(separator: ","))."
            throw StarterCatalog.Failure(description: description)
        }
        return rows
    }

    private static func drawing(_ name: String, in folder: URL) throws -> Drawing {
        // A name is no path: it has no dots and no slashes.
        guard nameLength.contains(name.utf8.count), name.utf8.allSatisfy(isPartOfName) else {
            throw StarterRow.Refusal("drawing must be a name of small letters, digits and hyphens")
        }
        guard let data = FileManager.default.contents(atPath: folder.appending(path: "\(name).svg").path) else {
            throw StarterRow.Refusal("\(name).svg cannot be read")
        }
        do throws(Drawing.Refusal) {
            return try Drawing(svg: Array(data))
        } catch {
            throw StarterRow.Refusal("\(name).svg is refused, because \(error)")
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}
