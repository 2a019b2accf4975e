import Logging
import ServiceLifecycle
import Storage

/// Forgets what has had its time: events that every subscriber has pulled long since, and the replies of writes whose
/// idempotency keys nobody sends again.
struct StorePruner: Service {
    /// Both are kept for days; an hour more or less does not matter.
    private static let interval = Duration.seconds(3_600)

    let store: Store
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await store.pruneReplies()
                    try await store.pruneEvents()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("old events and replies could not be pruned", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }
}
