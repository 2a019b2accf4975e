import Synchronization

/// The keys of the rows in flight, which the reading thread checks before it sends another row with the same key.
final class UnansweredRows: Sendable {
    private let pages = Mutex<[Set<RowKey>]>([])

    func add(_ page: FoodPage) { pages.withLock { $0.append(page.keys) } }

    /// Removes a page that was answered or given up.
    func remove(_ page: FoodPage) {
        pages.withLock { pages in
            if let index = pages.firstIndex(of: page.keys) { pages.remove(at: index) }
        }
    }

    func contains(_ key: RowKey) -> Bool { pages.withLock { pages in pages.contains { $0.contains(key) } } }
}
