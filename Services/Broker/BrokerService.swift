import FileLocking
package import Logging
import ServiceLifecycle
package import Threading

/// Runs the broker's loop on its own thread until the process stops.
package struct BrokerService: Service {
    private let configuration: BrokerConfiguration
    private let logger: Logger
    private let stop: StopSignal
    private let thread: LoopThread

    package init(_ configuration: BrokerConfiguration, logger: Logger, stop: StopSignal = StopSignal()) {
        self.configuration = configuration
        self.stop = stop
        thread = LoopThread(stop: stop)
        self.logger = logger
    }

    /// Whether clients can connect.
    package var isListening: Bool { thread.isWorking }

    /// Returns when the broker's thread has responded, or has ended.
    package func checkLiveness() async { await thread.checkLiveness() }

    /// Runs until the process shuts down gracefully.
    ///
    /// May be called once.
    package func run() async throws {
        let stop = stop
        try await withGracefulShutdownHandler {
            try await runUntilStopped()
        } onGracefulShutdown: {
            stop.stop()
        }
    }

    /// Runs until the task is cancelled.
    ///
    /// May be called once.
    package func runUntilCancelled() async throws {
        let stop = stop
        try await withTaskCancellationHandler {
            try await runUntilStopped()
        } onCancel: {
            stop.stop(atOnce: true)
        }
    }

    private func runUntilStopped() async throws {
        guard let lock = try FileLock.take(configuration.lock) else {
            throw BrokerFailure.alreadyRunning(lock: configuration.lock)
        }
        let (configuration, stop, logger) = (configuration, stop, logger)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await thread.run({ try BrokerLoop(configuration, stop, logger) }, { $0.run() })
            )
        } catch {
            result = .failure(error)
        }
        extendLifetime(lock)
        try result.get()
    }
}

/// The reason why a broker does not start.
package enum BrokerFailure: Error, CustomStringConvertible {
    case alreadyRunning(lock: String)

    package var description: String {
        switch self {
        case .alreadyRunning(let lock): "Another broker runs on this data directory; it holds \(lock)."
        }
    }
}
