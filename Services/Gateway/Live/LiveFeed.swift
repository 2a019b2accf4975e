package import Contracts
package import Logging
import ServiceLifecycle
import Synchronization

/// Follows one service for those who listen, and makes hints of what changes there.
///
/// The service's beacon wakes it, and it asks for what it does not know yet; so a lost beacon delays a hint and loses none.
/// While nobody listens, nothing is asked.
package final class LiveFeed: Service {
    /// How long to wait after a failed question; the service may be starting.
    private static let retryInterval = Duration.milliseconds(200)
    /// How long somebody who wants to listen waits until all that is old is known; later they are told to fetch anew.
    private static let readyWait = Duration.seconds(2)

    private struct State {
        /// The newest beacon, and the one that was the newest when the last question was asked that was answered.
        var heard: [UInt8] = []
        var answered: [UInt8] = []
        /// Whether all is known, or will be as soon as a beacon comes.
        var isWarm = false
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let source: any LiveSource
    private let pollInterval: Duration
    private let hub: LiveHub
    private let logger: Logger
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes one that has asked nothing yet.
    ///
    /// - Parameters:
    ///   - source: What to follow.
    ///   - hub: Who is told.
    ///   - logger: Hears of what goes wrong.
    ///   - pollInterval: How long to wait for a beacon before looking anyway: beacons may be lost.
    package init(of source: some LiveSource, hub: LiveHub, logger: Logger, pollInterval: Duration = .seconds(5)) {
        (self.source, self.hub, self.logger, self.pollInterval) = (source, hub, logger, pollInterval)
        (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in self.source.beacons() where self.isNews(beacon) { self.wake.yield() }
                }
                group.addTask {
                    while (try? await Task.sleep(for: self.pollInterval)) != nil { self.wake.yield() }
                    self.wake.finish()
                }
                for await _ in self.wakes { await self.catchUpOrRetry() }
            }
        }
    }

    /// Waits until all that has changed by now is known, but not for long.
    package func ready() async {
        let (answer, waiter) = AsyncStream.makeStream(of: Void.self)
        let isWarm = state.withLock { state in
            if !state.isWarm { state.waiting.append(waiter) }
            return state.isWarm
        }
        if isWarm { return }
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

    private func isNews(_ beacon: [UInt8]) -> Bool {
        let hasListeners = hub.count > 0
        return state.withLock { state in
            state.heard = beacon
            if !hasListeners { state.isWarm = false }
            return hasListeners && state.answered != beacon
        }
    }

    private func catchUpOrRetry() async {
        guard hub.count > 0 else {
            state.withLock { $0.isWarm = false }
            return
        }
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        do throws(ServiceError) {
            try await catchUp()
            for waiter in waiting { waiter.finish() }
        } catch {
            state.withLock { $0.waiting += waiting }
            guard !Task.isCancelled else { return }
            logger.log(
                level: error.retryable ? .debug : .error,
                "what has changed could not be asked for",
                metadata: ["error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }

    private func catchUp() async throws(ServiceError) {
        let heard = state.withLock { $0.heard }
        try await source.catchUp(hub)
        state.withLock { state in
            state.answered = heard
            state.isWarm = true
        }
    }
}

/// What a feed follows.
package protocol LiveSource: Sendable {
    /// What wakes whoever has to ask.
    func beacons() -> AsyncStream<[UInt8]>

    /// Asks for all that is not known yet, and tells it to those who listen.
    ///
    /// - Parameter hub: Where they are.
    /// - Throws: What asking throws; then the same is asked again.
    func catchUp(_ hub: LiveHub) async throws(ServiceError)
}
