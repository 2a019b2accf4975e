/// Imports a page of foods of a source into the catalog, in one commit.
///
/// One food is stored per source and source id, so importing the same page again changes nothing, and no idempotency
/// key is needed. An invalid row does not affect the others.
package struct CatalogImport: Contract {
    /// The outcome of the rows of a page.
    package struct Reply: Codable, Sendable, Equatable {
        /// Number of new foods.
        package var added: Int
        /// Number of existing foods that were changed.
        package var changed: Int
        /// Number of existing foods that were equal.
        package var unchanged: Int
        /// Number of these foods that have a flag.
        package var flagged: Int
        /// Number of foods per flag, by the raw values of ``FoodFlag``.
        package var flags: [String: Int]
        package var refused: [RefusedRow]

        package init(
            added: Int = 0,
            changed: Int = 0,
            unchanged: Int = 0,
            flagged: Int = 0,
            flags: [String: Int] = [:],
            refused: [RefusedRow] = []
        ) {
            self.added = added
            self.changed = changed
            self.unchanged = unchanged
            self.flagged = flagged
            self.flags = flags
            self.refused = refused
        }
    }

    /// A rejected row.
    package struct RefusedRow: Codable, Sendable, Equatable {
        /// Its index in the page, from 0.
        package var row: Int
        /// The predicate of a sentence: "has no energy".
        package var reason: String

        package init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }
    }

    /// Maximum size of a page before base64, in bytes; base64 adds a third, which stays below a message's limit of 1
    /// MB.
    package static let pageBytesMax = 600 * 1_024
    /// Maximum number of rows; more would delay other writers for too long.
    package static let pageRowsMax = 4_000

    package static let method = Method(
        "catalog.operator.import",
        of: .catalogImports,
        .keyedWrite,
        .operator,
        timeoutMs: 60_000
    )

    package static let sourceLength = 1...40

    package static let rules: Rules<Self> = [
        .length(\.source, sourceLength),
        .pattern(\.source, "^[A-Za-z0-9]*$", "{field} must be of letters and digits, such as openFoodFacts.") { text in
            text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        },
    ]

    /// The source of the foods: lower-case letters and digits, such as `openFoodFacts`.
    package var source: String
    /// An ``ImportPage`` in base64.
    package var base64: String

    package init(source: String, base64: String) {
        self.source = source
        self.base64 = base64
    }
}

extension API {
    /// The contracts of this file.
    static let catalogImport: [any Contract.Type] = [CatalogImport.self]
}
