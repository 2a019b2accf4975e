package import FoundationEssentials
package import Logging
import ServiceLifecycle
package import Storage

/// Forgets exports whose hour is over.
package struct ExportSweeper: Service {
    /// An hour and a minute are as good as an hour for a row that has an id and two times in it.
    private static let interval = Duration.seconds(60)

    private let store: Store
    private let logger: Logger
    private let now: @Sendable () -> Date

    package init(store: Store, logger: Logger, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.logger = logger
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await sweep()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("old exports could not be forgotten", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }

    /// Forgets them now.
    package func sweep() async throws {
        let nowS = Int(now().timeIntervalSince1970.rounded(.down))
        guard try await store.read({ try $0.hasOldExports(at: nowS) }) else { return }
        try await store.write { try $0.forgetOldExports(at: nowS) }
    }
}
