package import Logging
import ServiceLifecycle

/// Does something now and from time to time, until the process stops; what goes wrong is noted, and tried again.
package struct RegularTask: Service {
    private let what: String
    private let interval: Duration
    private let logger: Logger
    private let body: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - what: What is done, for the log: "old exports are forgotten".
    ///   - interval: The rest between two times.
    ///   - logger: Hears of what goes wrong.
    ///   - body: What is done.
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
