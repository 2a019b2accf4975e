package import Contracts
package import FoodFormats

/// Gathers rows into pages, one source to a page.
///
/// Sources may come in any order: a file can have rows of several, in turns.
package struct PageGatherer {
    /// Pages that are begun at once, each up to ``CatalogImport/pageBytesMax``; a file with more sources than this in turns
    /// gets smaller pages.
    package static let openMax = 8

    private struct OpenPage {
        let source: String
        var writer = ImportPageWriter()
        var places: [RowPlace] = []
        var keys: Set<RowKey> = []

        var page: FoodPage? {
            places.isEmpty ? nil : FoodPage(source: source, bytes: writer.bytes, places: places, keys: keys)
        }
    }

    private var open: [OpenPage] = []

    package init() {}

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - food: The row.
    ///   - source: Which source it is of.
    ///   - place: Where it stands.
    /// - Returns: A page that is to be sent now, and why the row was not added if it was not; often neither.
    package mutating func add(
        _ food: ImportedFood,
        of source: String,
        at place: RowPlace
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
        open[index].places.append(place)
        open[index].keys.insert(RowKey(food, of: source))
        return (page, nil)
    }

    /// Whether a row of a key waits in a page of another source, which may be stored later than what is added now.
    func holds(_ key: RowKey, besides source: String) -> Bool {
        open.contains { $0.source != source && $0.keys.contains(key) }
    }

    /// The pages that are begun, which are to be sent when no row comes any more.
    package mutating func finish() -> [FoodPage] {
        defer { open = [] }
        return open.compactMap(\.page)
    }

    /// Where rows of a source go, and a page that had to make room.
    private mutating func openPage(of source: String) -> (full: FoodPage?, index: Int) {
        // There are a few; comparing their short names is quicker than hashing one.
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
