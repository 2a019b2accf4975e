package import Logging
import Observability
import ServiceLifecycle

/// Runs a task at once and then at an interval until the process stops; logs failures and tries again.
package struct PeriodicTask: Service {
    private let what: String
    private let interval: Duration
    private let logger: Logger
    private let body: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - what: Names the task in the log: "old exports are forgotten".
    ///   - interval: The pause between two runs.
    ///   - logger: Logs failures.
    ///   - body: The task.
    package init(
        _ what: String,
        every interval: Duration,
        logger: Logger,
        _ body: @escaping @Sendable () async throws -> Void
    ) {
        self.what = what
        self.interval = interval
        self.logger = logger
        self.body = body
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await body()
                } catch is CancellationError {
                    return
                } catch {
                    logger.failure("a regular task failed", error, ["task": "\(what)"])
                }
            } while (try? await Task.sleep(for: interval)) != nil
        }
    }
}
