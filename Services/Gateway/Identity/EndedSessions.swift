import Contracts
import FoundationEssentials
import Logging
import Messaging
import ServiceLifecycle
import Synchronization

/// Follows which sessions have ended, in memory, so that no access token outlives its session by more than a moment.
///
/// Auth's beacon wakes it, and it asks for what it does not know yet; so lost beacons delay it by a second. Until it has
/// asked once, nobody is let in. The keys by which tokens are verified come from auth, too, so a gateway that can verify
/// any has just reached auth and asks for both at once; to ask auth about each request instead would help nobody, and
/// load auth at its start. While auth is away later, the list stays whole: nothing but auth ends sessions.
final class EndedSessions: Service {
    /// How long to wait after a failed question; auth may be starting.
    private static let retryInterval = Duration.milliseconds(200)

    private struct State {
        var set = EndedSessionSet()
        var place: AuthEndedSessions.Place?
        /// The newest beacon, and the one that was the newest when the last question was asked that was answered.
        var heard: [UInt8] = []
        var answered: [UInt8] = []
    }

    private let bus: MessageBus
    private let logger: Logger
    private let pollInterval: Duration
    private let onNews: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes one that knows nothing yet.
    ///
    /// - Parameters:
    ///   - bus: Where auth is.
    ///   - logger: Hears of questions without answer.
    ///   - pollInterval: How long to wait for a beacon before looking anyway: beacons may be lost.
    ///   - onNews: Called when sessions have ended.
    init(bus: MessageBus, logger: Logger, pollInterval: Duration, onNews: @escaping @Sendable () -> Void) {
        self.bus = bus
        self.logger = logger
        self.pollInterval = pollInterval
        self.onNews = onNews
    }

    /// Whether all sessions are known that had ended before the start.
    var isCaughtUp: Bool { state.withLock { $0.place != nil } }

    /// Whether a token is void because its session is over.
    ///
    /// - Throws: `unavailable` until auth has been asked once.
    func refuse(_ session: SessionID, issuedAt: Int) throws(ServiceError) -> Bool {
        let refuses = state.withLock { state in
            state.place == nil ? nil : state.set.refuses(session, issuedAt: issuedAt)
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
                    for await beacon in self.bus.subscribe(Beacon.topic(of: .auth)) where self.isNews(beacon) {
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

    private func isNews(_ beacon: [UInt8]) -> Bool {
        state.withLock { state in
            state.heard = beacon
            return state.answered != beacon
        }
    }

    private func catchUpOrRetry(_ wake: AsyncStream<Void>.Continuation) async {
        do throws(ServiceError) {
            try await catchUp()
        } catch {
            guard !Task.isCancelled else { return }
            logger.log(
                level: error.retryable ? .debug : .error,
                "ended sessions could not be asked for",
                metadata: ["error": "\(error)"]
            )
            try? await Task.sleep(for: Self.retryInterval)
            wake.yield()
        }
    }

    /// Asks for all that is not known yet.
    private func catchUp() async throws(ServiceError) {
        var (place, isMore) = (state.withLock { $0.place }, true)
        let heard = state.withLock { $0.heard }
        while isMore {
            let reply = try await bus.call(AuthEndedSessions(after: place), .own())
            (place, isMore) = (reply.place, reply.isMore)
            let now = Int(Date().timeIntervalSince1970)
            state.withLock { state in
                state.set.add(reply.items, now: now)
                // Before the last page of the first answer, a session may be missing.
                if !isMore || state.place != nil { state.place = reply.place }
            }
            if !reply.items.isEmpty { onNews() }
        }
        state.withLock { $0.answered = heard }
    }
}
