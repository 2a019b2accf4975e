package import Contracts
package import FoodFormats

/// Collects rows into pages, each of one source.
///
/// Rows of several sources may alternate in a file.
package struct PageBuilder {
    /// The number of unfinished pages, each of up to ``CatalogImport/pageBytesMax`` bytes.
    ///
    /// A file with more alternating sources gets smaller pages.
    package static let openMax = 8

    private struct OpenPage {
        let source: String
        var writer = ImportPageWriter()
        var positions: [RowPosition] = []
        var keys: Set<RowKey> = []

        var page: FoodPage? {
            positions.isEmpty ? nil : FoodPage(source: source, bytes: writer.bytes, positions: positions, keys: keys)
        }
    }

    private var open: [OpenPage] = []

    package init() {}

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - food: The row.
    ///   - source: The source of the row.
    ///   - position: The position of the row.
    /// - Returns: A full page to send now, or nil, and the reason if the row was refused.
    package mutating func add(
        _ food: ImportedFood,
        of source: String,
        at position: RowPosition
    ) -> (page: FoodPage?, refusal: RowRefusal?) {
        guard max(food.names.count, food.aliases.count, food.portions.count) <= ImportPage.listMax else {
            return (nil, RowRefusal("has more than \(ImportPage.listMax) names, or as many portions"))
        }
        var (page, index) = openPage(of: source)
        if !open[index].writer.add(food) {
            page = open[index].page
            open[index] = OpenPage(source: source)
            guard open[index].writer.add(food) else {
                let kilobytes = CatalogImport.pageBytesMax / 1_024
                return (page, RowRefusal("is longer than \(kilobytes) kilobytes"))
            }
        }
        open[index].positions.append(position)
        open[index].keys.insert(RowKey(food, of: source))
        return (page, nil)
    }

    /// Whether a page of another source contains the key; that page may be stored after a page with the new row.
    package func holds(_ key: RowKey, besides source: String) -> Bool {
        open.contains { $0.source != source && $0.keys.contains(key) }
    }

    /// Returns all unfinished pages, to be sent at the end of the rows.
    package mutating func finish() -> [FoodPage] {
        defer { open = [] }
        return open.compactMap(\.page)
    }

    /// Returns the index of the page for a source, and a page that was evicted for it.
    private mutating func openPage(of source: String) -> (full: FoodPage?, index: Int) {
        // The list is short: comparing short names is faster than hashing one.
        if let index = open.firstIndex(where: { $0.source == source }) { return (nil, index) }
        var full: FoodPage?
        if open.count == Self.openMax,
            let index = open.indices.max(by: { open[$0].writer.bytes.count < open[$1].writer.bytes.count })
        {
            full = open.remove(at: index).page
        }
        open.append(OpenPage(source: source))
        return (full, open.count - 1)
    }
}
