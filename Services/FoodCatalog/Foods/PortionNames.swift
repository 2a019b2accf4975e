package import Contracts
import FoodFormats
import FoundationEssentials

/// The names of portions in other languages, by their English names, from a file that operators can edit.
///
/// The first line names the columns: `name`, then a language each (`uk`, `th`). The names apply to replies, so a change
/// needs no new index. A portion with another name, such as one of a user's own food, is shown under its name.
package struct PortionNames: Sendable {
    /// An unreadable file or an invalid line; stops the start.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// Maximum size of the file: twenty times that of the included one.
    private static let fileBytesMax = 1_024 * 1_024
    /// Maximum number of languages; the apps have three.
    private static let languagesMax = 100
    /// Characters of a name.
    ///
    /// Rows of lists have room for some dozens, and each entry of the diary stores it.
    private static let nameLength = 1...100
    /// Letters of the code of a language.
    private static let codeLength = 2...3

    private let names: [String: [String: String]]
    /// The languages that have a name for some portion; English has none, because the keys are English.
    private let languages: Set<String>

    package static let none = PortionNames(names: [:])

    private init(names: [String: [String: String]]) {
        self.names = names
        languages = names.values.reduce(into: []) { $0.formUnion($1.keys) }
    }

    /// Reads the file.
    ///
    /// - Throws: `Failure`, with the line.
    package init(path: String) throws(Failure) {
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= Self.fileBytesMax else {
            throw Failure(
                description: "catalog.portions.names is \(path), which cannot be read as a file of at most a megabyte."
            )
        }
        do throws(Failure) {
            try self.init(csv: Array(data))
        } catch {
            throw Failure(description: "catalog.portions.names is \(path). Its \(error)")
        }
    }

    /// Parses the CSV.
    ///
    /// - Throws: `Failure`, with the line.
    package init(csv: [UInt8]) throws(Failure) {
        let rows: DelimitedRows
        do throws(SourceFailure) {
            rows = try DelimitedRows(csv, name: "names of portions")
        } catch {
            throw Self.invalidHeader
        }
        let languages = rows.columns.dropFirst()
        let areCodes = languages.allSatisfy { code in
            Self.codeLength.contains(code.count) && code.allSatisfy { ("a"..."z").contains($0) }
        }
        guard rows.columns.first == "name", (1...Self.languagesMax).contains(languages.count), areCodes,
            Set(languages).count == languages.count
        else { throw Self.invalidHeader }
        var names: [String: [String: String]] = [:]
        for row in rows {
            guard case .success(let fields) = row.fields,
                fields.allSatisfy({ Self.nameLength.contains($0.count) && !$0.contains(where: \.isNewline) })
            else {
                throw Failure(
                    description: """
                        line \(row.line) must hold a name of 1 to \(Self.nameLength.upperBound) characters in each column.
                        """
                )
            }
            let name = fields[0]
            guard names[name] == nil else {
                throw Failure(description: "line \(row.line) has the name of an earlier line, \(name).")
            }
            names[name] = Dictionary(zip(languages, fields.dropFirst())) { first, _ in first }
        }
        self.init(names: names)
    }

    private static let invalidHeader = Failure(
        description: "line 1 must be name, then codes of languages, such as uk, with commas between."
    )

    /// The English names.
    package var keys: Set<String> { Set(names.keys) }

    /// Returns a food with the labels of its portions in a language.
    ///
    /// - Parameters:
    ///   - food: An item of a list, or a food with all of its values, which has the names in every language, too.
    ///   - language: The language of the reply.
    /// - Returns: The food; a portion without a name in this language has no label.
    package func labelled(_ food: Food, in language: String?) -> Food {
        // Details have the names in every language. A list needs none in English.
        guard food.names != nil || language.map({ languages.contains(LanguageTag.code(of: $0)) }) == true else {
            return food
        }
        // Most foods of products have portions without names.
        guard food.portions.contains(where: { names[$0.name] != nil }) else { return food }
        var food = food
        for index in food.portions.indices {
            food.portions[index].names = names[food.portions[index].name]
            food.portions[index].label = food.portions[index].label(in: language)
            if food.names == nil { food.portions[index].names = nil }
        }
        return food
    }
}
