import FileLocking
package import Logging
import Messaging
import ServiceLifecycle

/// Runs the broker's loop on a thread of its own until the process stops.
package struct BrokerService: Service {
    private let configuration: BrokerConfiguration
    private let logger: Logger

    package init(_ configuration: BrokerConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Runs until the process shuts down gracefully.
    package func run() async throws {
        let stop = StopSignal()
        try await withGracefulShutdownHandler {
            try await run(until: stop)
        } onGracefulShutdown: {
            stop.stop()
        }
    }

    /// Runs until the task is cancelled.
    package func runUntilCancelled() async throws {
        let stop = StopSignal()
        try await withTaskCancellationHandler {
            try await run(until: stop)
        } onCancel: {
            stop.stop()
        }
    }

    private func run(until stop: StopSignal) async throws {
        guard let lock = try FileLock.take(configuration.lock) else {
            throw BrokerFailure.alreadyRunning(lock: configuration.lock)
        }
        let (configuration, logger) = (configuration, logger)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            OwnThread.start {
                continuation.resume(
                    returning: Result {
                        let loop = try BrokerLoop(configuration, stop, logger)
                        loop.run()
                    }
                )
            }
        }
        extendLifetime(lock)
        try result.get()
    }
}

/// Why a broker does not start.
package enum BrokerFailure: Error, CustomStringConvertible {
    case alreadyRunning(lock: String)

    package var description: String {
        switch self {
        case .alreadyRunning(let lock): "Another broker runs on this data directory; it holds \(lock)."
        }
    }
}
