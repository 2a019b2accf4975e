/// Brings a page of foods of a source into the catalogue, all in one commit.
///
/// One food is kept for each source and source id, so the same page again changes nothing, and no key has to protect it.
/// A row that cannot be taken never stops the others.
package struct CatalogImport: Contract {
    /// What became of the rows of a page.
    package struct Reply: Codable, Sendable, Equatable {
        /// Foods that are new.
        package var taken: Int
        /// Foods that were there and are different now.
        package var changed: Int
        /// Foods that were there just so.
        package var unchanged: Int
        /// How many of these foods have a flag.
        package var flagged: Int
        /// How often each flag was set, by the raw values of ``FoodFlag``.
        package var flags: [String: Int]
        package var refused: [RefusedRow]

        package init(
            taken: Int = 0,
            changed: Int = 0,
            unchanged: Int = 0,
            flagged: Int = 0,
            flags: [String: Int] = [:],
            refused: [RefusedRow] = []
        ) {
            self.taken = taken
            self.changed = changed
            self.unchanged = unchanged
            self.flagged = flagged
            self.flags = flags
            self.refused = refused
        }
    }

    /// A row that was not taken.
    package struct RefusedRow: Codable, Sendable, Equatable {
        /// Its place in the page, from 0.
        package var row: Int
        /// A sentence's end: "has no energy".
        package var reason: String

        package init(row: Int, reason: String) {
            self.row = row
            self.reason = reason
        }
    }

    /// Bytes of a page before base64: with a third more, less than the megabyte of a message.
    package static let pageBytesMax = 600 * 1_024
    /// Rows of a page; what is more would hold up other writers for too long.
    package static let pageRowsMax = 4_000

    package static let method = Method(
        "catalog.operator.import",
        of: .catalogImports,
        .keyedWrite,
        .operator,
        timeoutMs: 60_000
    )

    /// Which source the foods are of: lower-case letters and digits, such as `openFoodFacts`.
    package var source: String
    /// ``ImportPage`` in base64.
    package var base64: String

    package init(source: String, base64: String) {
        self.source = source
        self.base64 = base64
    }
}
