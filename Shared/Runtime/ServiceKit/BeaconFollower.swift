package import Contracts
package import Logging
package import MessageBus
import Observability
import ServiceLifecycle
import Synchronization

/// Asks a service for its changes whenever its beacon announces some.
///
/// Beacons may be lost, so it also asks at an interval. A failed turn is repeated soon, until it succeeds.
package final class BeaconFollower: Sendable {
    /// The pause after a failed turn; the service may be starting.
    private static let retryInterval = Duration.milliseconds(200)

    private struct Beacons {
        var newest: [UInt8] = []
        /// The beacon that was the newest one before the last successful turn.
        var answered: [UInt8] = []
    }

    private let failureMessage: String
    private let pollInterval: Duration
    private let logger: Logger
    private let subscribe: @Sendable () -> AsyncStream<[UInt8]>
    private let beacons = Mutex(Beacons())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes a follower of a service's beacons.
    ///
    /// - Parameters:
    ///   - failureMessage: What the log says of a failed turn.
    ///   - pollInterval: The longest time between two turns.
    ///   - logger: Logs failed turns; those of an unavailable service at the level debug.
    ///   - beacons: Subscribes to the beacons.
    package init(
        orLog failureMessage: String,
        pollInterval: Duration,
        logger: Logger,
        beacons: @escaping @Sendable () -> AsyncStream<[UInt8]>
    ) {
        (self.failureMessage, self.pollInterval, self.logger) = (failureMessage, pollInterval, logger)
        subscribe = beacons
        (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Makes a follower of a service on the bus.
    package convenience init(
        orLog failureMessage: String,
        from service: ServiceName,
        on bus: MessageBus,
        pollInterval: Duration
    ) {
        self.init(orLog: failureMessage, pollInterval: pollInterval, logger: bus.logger) {
            bus.subscribe(Beacon.topic(of: service))
        }
    }

    /// Requests a turn, as a beacon does.
    package func ask() { wake.yield() }

    /// Takes turns until the task is cancelled or the process shuts down; the first one at once.
    ///
    /// - Parameters:
    ///   - isNews: Whether a beacon announces something; called for every beacon. Another one than that before the last
    ///     successful turn then causes a turn.
    ///   - turn: Asks for all changes. It may end with a pause, which delays the next turn.
    package func run(
        isNews: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        turn: @escaping @Sendable () async throws -> Void
    ) async {
        wake.yield()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in self.subscribe() {
                        let (isUnanswered, isNews) = (self.isUnanswered(beacon), isNews(beacon))
                        if isUnanswered, isNews { self.wake.yield() }
                    }
                }
                group.addTask {
                    while (try? await Task.sleep(for: self.pollInterval)) != nil { self.wake.yield() }
                    self.wake.finish()
                }
                for await _ in self.wakes { await self.take(turn) }
            }
        }
    }

    private func isUnanswered(_ beacon: [UInt8]) -> Bool {
        beacons.withLock { beacons in
            beacons.newest = beacon
            return beacons.answered != beacon
        }
    }

    private func take(_ turn: () async throws -> Void) async {
        let newest = beacons.withLock { $0.newest }
        do {
            try await turn()
            beacons.withLock { $0.answered = newest }
        } catch is CancellationError {
            return
        } catch {
            guard !Task.isCancelled else { return }
            // An unavailable service comes back. Any other error needs attention.
            let isAway = (error as? ServiceError)?.retryable ?? false
            logger.failure("\(failureMessage)", error, level: isAway ? .debug : .error)
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }
}
