import Contracts
import FoundationEssentials
import Logging
import MessageBus
import ServiceLifecycle
import Synchronization

/// Follows in memory which sessions have ended, so that no access token outlives its session by more than a moment.
///
/// Auth's beacon wakes this service, which then asks for all changes; a lost beacon delays it by ``pollInterval`` at
/// most. Before the first answer, every token is refused. The keys for verification also come from auth, so a gateway
/// that can verify tokens has just reached auth. Asking auth about each request instead would not help and would load
/// auth at its start. While auth is down, the list stays complete, because only auth ends sessions.
final class EndedSessions: Service {
    /// The pause after a failed call; auth may be starting.
    private static let retryInterval = Duration.milliseconds(200)

    private struct State {
        var set = EndedSessionSet()
        var position: AuthEndedSessions.Position?
        /// The newest beacon, and the beacon that was the newest before the last successful call.
        var newestBeacon: [UInt8] = []
        var answeredBeacon: [UInt8] = []
    }

    private let bus: MessageBus
    private let logger: Logger
    private let pollInterval: Duration
    private let onChange: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes a service without data.
    ///
    /// - Parameters:
    ///   - bus: Connects to auth.
    ///   - logger: Logs failed calls.
    ///   - pollInterval: The longest time without a call; beacons may be lost.
    ///   - onChange: Called when sessions have ended.
    init(bus: MessageBus, logger: Logger, pollInterval: Duration, onChange: @escaping @Sendable () -> Void) {
        self.bus = bus
        self.logger = logger
        self.pollInterval = pollInterval
        self.onChange = onChange
    }

    /// True if all sessions are known that ended before the start.
    var isCaughtUp: Bool { state.withLock { $0.position != nil } }

    /// Returns true if a token is void because its session has ended.
    ///
    /// - Throws: `unavailable` until auth has answered once.
    func refuse(_ session: SessionID, issuedAt: Int) throws(ServiceError) -> Bool {
        let refuses = state.withLock { state in
            state.position == nil ? nil : state.set.refuses(session, issuedAt: issuedAt)
        }
        guard let refuses else {
            throw ServiceError(.unavailable, "Sessions cannot be checked before auth has been reached; try again soon.")
        }
        return refuses
    }

    func run() async throws {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wake.yield()
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    for await beacon in self.bus.subscribe(Beacon.topic(of: .auth)) where self.isNew(beacon) {
                        wake.yield()
                    }
                }
                group.addTask {
                    while (try? await Task.sleep(for: self.pollInterval)) != nil { wake.yield() }
                    wake.finish()
                }
                for await _ in wakes { await self.catchUpOrRetry(wake) }
            }
        }
    }

    private func isNew(_ beacon: [UInt8]) -> Bool {
        state.withLock { state in
            state.newestBeacon = beacon
            return state.answeredBeacon != beacon
        }
    }

    private func catchUpOrRetry(_ wake: AsyncStream<Void>.Continuation) async {
        do throws(ServiceError) {
            try await catchUp()
        } catch {
            guard !Task.isCancelled else { return }
            logger.log(
                level: error.retryable ? .debug : .error,
                "ended sessions could not be requested",
                metadata: ["error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }

    /// Asks for all unknown changes.
    private func catchUp() async throws(ServiceError) {
        var (position, isMore) = (state.withLock { $0.position }, true)
        let newestBeacon = state.withLock { $0.newestBeacon }
        while isMore {
            let reply = try await bus.call(AuthEndedSessions(after: position), .own())
            (position, isMore) = (reply.position, reply.isMore)
            let now = Int(Date().timeIntervalSince1970)
            state.withLock { state in
                state.set.add(reply.items, now: now)
                // Until the last page of the first answer, sessions may be missing.
                if !isMore || state.position != nil { state.position = reply.position }
            }
            if !reply.items.isEmpty { onChange() }
        }
        state.withLock { $0.answeredBeacon = newestBeacon }
    }
}
