import Logging
import ServiceLifecycle
import Storage

/// Forgets the replies of writes whose idempotency keys have had their time.
struct ReplyPruner: Service {
    /// Keys are kept for two days; an hour more or less does not matter.
    private static let interval = Duration.seconds(3_600)

    let store: Store
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil {
                do {
                    try await store.pruneReplies()
                } catch {
                    logger.error("old replies could not be pruned", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
