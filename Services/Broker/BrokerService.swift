import FileLocking
package import Logging
package import Messaging
import ServiceLifecycle
import Synchronization

/// Runs the broker's loop on a thread of its own until the process stops.
package struct BrokerService: Service {
    private let configuration: BrokerConfiguration
    private let logger: Logger
    private let stop: StopSignal
    private let listening = Listening()

    package init(_ configuration: BrokerConfiguration, logger: Logger, stop: StopSignal = StopSignal()) {
        self.configuration = configuration
        self.stop = stop
        self.logger = logger
    }

    /// Whether peers can connect.
    package var isListening: Bool { listening.flag.load(ordering: .relaxed) }

    /// Comes back if the broker's thread is at work, or has ended.
    package func goRound() async { await stop.goRound() }

    /// Runs until the process shuts down gracefully; once.
    package func run() async throws {
        let stop = stop
        try await withGracefulShutdownHandler {
            try await runUntilStopped()
        } onGracefulShutdown: {
            stop.stop()
        }
    }

    /// Runs until the task is cancelled; once.
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
        let (configuration, stop, listening, logger) = (configuration, stop, listening, logger)
        let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
            OwnThread.start {
                let result = Result {
                    let loop = try BrokerLoop(configuration, stop, logger)
                    listening.flag.store(true, ordering: .relaxed)
                    loop.run()
                }
                listening.flag.store(false, ordering: .relaxed)
                stop.end()
                continuation.resume(returning: result)
            }
        }
        extendLifetime(lock)
        try result.get()
    }

    private final class Listening: Sendable {
        let flag = Atomic(false)
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
