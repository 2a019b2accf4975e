import Synchronization

/// Which rows are under way to the catalogue, by the keys of their pages: the reading thread asks before it sends one of them again.
final class UnansweredRows: Sendable {
    private let pages = Mutex<[Set<RowKey>]>([])

    func add(_ page: FoodPage) { pages.withLock { $0.append(page.keys) } }

    /// Notes that a page was answered, or given up.
    func remove(_ page: FoodPage) {
        pages.withLock { pages in
            if let index = pages.firstIndex(of: page.keys) { pages.remove(at: index) }
        }
    }

    func contains(_ key: RowKey) -> Bool { pages.withLock { pages in pages.contains { $0.contains(key) } } }
}
