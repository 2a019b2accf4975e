package import FoundationEssentials
package import Storage

/// Forgets exports whose hour is over.
package struct ExportSweeper: Sendable {
    /// An hour and a minute are as good as an hour for a row that has an id and two times in it.
    static let interval = Duration.seconds(60)

    private let store: Store
    private let now: @Sendable () -> Date

    package init(store: Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    /// Forgets them.
    package func sweep() async throws {
        let nowS = Int(now().timeIntervalSince1970.rounded(.down))
        guard try await store.read({ try $0.hasOldExports(at: nowS) }) else { return }
        try await store.write { try $0.forgetOldExports(at: nowS) }
    }
}
