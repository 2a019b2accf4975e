package import Contracts
package import Logging
import ServiceLifecycle
import Synchronization

/// Follows one service and posts hints about its changes.
///
/// The service's beacon wakes the feed, which then asks for everything new. So a lost beacon delays a hint but does not
/// lose it. Without open streams, the feed asks nothing.
package final class LiveFeed: Service {
    /// The pause after a failed call; the service may be starting.
    private static let retryInterval = Duration.milliseconds(200)
    /// The longest time that a new stream waits for the feed to catch up; after it, its client may get a reset.
    private static let readyWait = Duration.seconds(2)

    private struct State {
        /// The newest beacon, and the beacon that was the newest before the last successful call.
        var newestBeacon: [UInt8] = []
        var answeredBeacon: [UInt8] = []
        /// True if all changes are known, or the next beacon will report them.
        var isCaughtUp = false
        /// The streams that wait for the feed, by a number of their own.
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWaiting = 0
    }

    private let source: any LiveSource
    private let pollInterval: Duration
    private let hub: LiveHub
    private let logger: Logger
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes a feed that has not asked yet.
    ///
    /// - Parameters:
    ///   - source: The service to follow.
    ///   - hub: Receives the hints.
    ///   - logger: Logs failed calls.
    ///   - pollInterval: The longest time without a call; beacons may be lost.
    package init(of source: some LiveSource, hub: LiveHub, logger: Logger, pollInterval: Duration = .seconds(5)) {
        (self.source, self.hub, self.logger, self.pollInterval) = (source, hub, logger, pollInterval)
        (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in self.source.beacons() where self.isNew(beacon) { self.wake.yield() }
                }
                group.addTask {
                    while (try? await Task.sleep(for: self.pollInterval)) != nil { self.wake.yield() }
                    self.wake.finish()
                }
                for await _ in self.wakes { await self.catchUpOrRetry() }
            }
        }
    }

    /// Waits until all changes up to now are known, but at most ``readyWait``.
    package func ready() async {
        let (answer, waiter) = AsyncStream.makeStream(of: Void.self)
        let number = state.withLock { state -> Int? in
            if state.isCaughtUp { return nil }
            state.lastWaiting += 1
            state.waiting[state.lastWaiting] = waiter
            return state.lastWaiting
        }
        guard let number else { return }
        // Also after the longest wait: while the service is down, nothing else would remove the waiter.
        defer { state.withLock { $0.waiting[number] = nil } }
        wake.yield()
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: Self.readyWait)
                waiter.finish()
            }
            for await _ in answer {}
            group.cancelAll()
        }
    }

    private func isNew(_ beacon: [UInt8]) -> Bool {
        let hasListeners = hub.count > 0
        return state.withLock { state in
            state.newestBeacon = beacon
            if !hasListeners { state.isCaughtUp = false }
            return hasListeners && state.answeredBeacon != beacon
        }
    }

    private func catchUpOrRetry() async {
        guard hub.count > 0 else {
            state.withLock { $0.isCaughtUp = false }
            return
        }
        // Those that begin to wait during the call have woken the feed again.
        let waiting = state.withLock { Array($0.waiting.values) }
        do throws(ServiceError) {
            try await catchUp()
            for waiter in waiting { waiter.finish() }
        } catch {
            guard !Task.isCancelled else { return }
            logger.log(
                level: error.retryable ? .debug : .error,
                "changes could not be requested",
                metadata: ["error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }

    private func catchUp() async throws(ServiceError) {
        let newestBeacon = state.withLock { $0.newestBeacon }
        try await source.catchUp(hub)
        state.withLock { state in
            state.answeredBeacon = newestBeacon
            state.isCaughtUp = true
        }
    }
}

/// A service that a feed can follow.
package protocol LiveSource: Sendable {
    /// Subscribes to the service's beacons.
    func beacons() -> AsyncStream<[UInt8]>

    /// Asks for everything new, and posts it as hints.
    ///
    /// - Parameter hub: Receives the hints.
    /// - Throws: An error of the call; the next call then asks for the same again.
    func catchUp(_ hub: LiveHub) async throws(ServiceError)
}
