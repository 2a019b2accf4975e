package import Contracts
import FoundationEssentials

/// Rows of one source that travel together, and where each of them stands.
package struct FoodPage: Sendable, Equatable {
    package let source: String
    /// As ``ImportPage`` lays them out.
    package let bytes: [UInt8]
    /// The place of each row, in the order of the page.
    package let places: [RowPlace]
    /// Which foods they are of.
    let keys: Set<RowKey>

    /// What is sent of it.
    package var request: CatalogImport {
        CatalogImport(source: source, base64: Data(bytes).base64EncodedString())
    }

    /// The place of a row that the catalogue did not take; nil if there is no such row, which would be the catalogue's error.
    package func place(of refused: CatalogImport.RefusedRow) -> RowPlace? {
        places.indices.contains(refused.row) ? places[refused.row] : nil
    }
}
