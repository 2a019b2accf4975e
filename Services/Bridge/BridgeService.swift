package import Logging
import ServiceLifecycle
package import Threading

/// Runs the bridge on a thread of its own until the process stops.
package struct BridgeService: Service {
    private let configuration: BridgeConfiguration
    private let logger: Logger
    private let stop: StopSignal
    private let thread: LoopThread
    /// The metrics of the bridge.
    package let metrics = BridgeMetrics()

    package init(_ configuration: BridgeConfiguration, logger: Logger, stop: StopSignal = StopSignal()) {
        self.configuration = configuration
        self.logger = logger
        self.stop = stop
        thread = LoopThread(stop: stop)
    }

    /// Whether the sockets of the bridge are open.
    package var isWorking: Bool { thread.isWorking }

    /// Returns when the bridge's thread has responded, or has ended.
    package func checkLiveness() async { await thread.checkLiveness() }

    /// Runs until the process shuts down gracefully, or the task is cancelled; call it once.
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
        let (configuration, stop, metrics, logger) = (configuration, stop, metrics, logger)
        try await thread.run(
            { try BridgeLoop(configuration, stop, metrics, logger) },
            { try $0.run() }
        )
    }
}
