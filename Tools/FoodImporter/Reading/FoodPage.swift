package import Contracts
import FoundationEssentials

/// Rows of one source that are sent together, with their positions in the files.
package struct FoodPage: Sendable, Equatable {
    package let source: String
    /// The rows in the format of ``ImportPage``.
    package let bytes: [UInt8]
    /// The position of each row, in the order of the page.
    package let positions: [RowPosition]
    /// The keys of the foods in the page.
    package let keys: Set<RowKey>

    /// The request to the catalog.
    package var request: CatalogImport {
        CatalogImport(source: source, base64: Data(bytes).base64EncodedString())
    }

    /// Returns the position of a refused row; nil for an index outside of the page, which would be the catalog's error.
    package func position(of refused: CatalogImport.RefusedRow) -> RowPosition? {
        positions.indices.contains(refused.row) ? positions[refused.row] : nil
    }
}

/// The position of a row in a source file.
package struct RowPosition: Sendable, Equatable {
    package var file: String
    /// The line number, from 1.
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}
