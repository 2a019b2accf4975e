package import Logging
package import Messaging
import ServiceLifecycle
import Synchronization

/// Runs the bridge on a thread of its own until the process stops.
package struct BridgeService: Service {
    private let configuration: BridgeConfiguration
    private let logger: Logger
    private let stop: StopSignal
    private let working = Working()

    package init(_ configuration: BridgeConfiguration, logger: Logger, stop: StopSignal = StopSignal()) {
        self.configuration = configuration
        self.logger = logger
        self.stop = stop
    }

    /// Whether the bridge listens and connects.
    package var isWorking: Bool { working.flag.load(ordering: .relaxed) }

    /// Returns when the thread has shown that it is at work, or has ended.
    package func goRound() async { await stop.goRound() }

    /// Runs until the process shuts down gracefully, or the task is cancelled; once.
    package func run() async throws {
        let stop = stop
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await runUntilStopped()
            } onGracefulShutdown: {
                stop.stop()
            }
        } onCancel: {
            stop.stop(atOnce: true)
        }
    }

    private func runUntilStopped() async throws {
        let (configuration, stop, working, logger) = (configuration, stop, working, logger)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            OwnThread.start {
                let result = Result {
                    let loop = try BridgeLoop(configuration, stop, logger)
                    working.flag.store(true, ordering: .relaxed)
                    try loop.run()
                }
                working.flag.store(false, ordering: .relaxed)
                stop.end()
                continuation.resume(returning: result)
            }
        }
        try result.get()
    }

    private final class Working: Sendable {
        let flag = Atomic(false)
    }
}
