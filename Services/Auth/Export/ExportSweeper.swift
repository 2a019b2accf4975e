package import FoundationEssentials
package import Storage

/// Deletes expired exports.
package struct ExportSweeper: Sendable {
    /// A row holds only ids and two numbers, so it may stay a minute longer than the hour of an export.
    static let interval = Duration.seconds(60)

    private let store: Store
    private let now: @Sendable () -> Date

    package init(store: Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    package func sweep() async throws {
        let nowS = Int(now().timeIntervalSince1970.rounded(.down))
        guard try await store.read({ try $0.hasExpiredExports(at: nowS) }) else { return }
        try await store.write { try $0.deleteExpiredExports(at: nowS) }
    }
}
