import Contracts
import FoundationEssentials
import MessageBus
import ServiceKit
import ServiceLifecycle
import Synchronization

/// Follows in memory which sessions have ended, so that no access token outlives its session by more than a moment.
///
/// Auth's beacon wakes this service, which then asks for all changes; a lost beacon delays it by the poll interval at
/// most. Before the first answer, every token is refused. The keys for verification also come from auth, so a gateway
/// that can verify tokens has just reached auth. Asking auth about each request instead would not help and would load
/// auth at its start. While auth is down, the list stays complete, because only auth ends sessions.
final class EndedSessions: Service {
    private struct State {
        var set = EndedSessionSet()
        var position: AuthEndedSessions.Position?
    }

    private let bus: MessageBus
    private let follower: BeaconFollower
    private let onChange: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes a service without data.
    ///
    /// - Parameters:
    ///   - bus: Connects to auth.
    ///   - pollInterval: The longest time without a call; beacons may be lost.
    ///   - onChange: Called when sessions have ended.
    init(bus: MessageBus, pollInterval: Duration, onChange: @escaping @Sendable () -> Void) {
        self.bus = bus
        follower = BeaconFollower(
            orLog: "ended sessions could not be requested",
            from: .auth,
            on: bus,
            pollInterval: pollInterval
        )
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
        await follower.run { try await self.catchUp() }
    }

    /// Asks for all unknown changes.
    private func catchUp() async throws(ServiceError) {
        var (position, isMore) = (state.withLock { $0.position }, true)
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
    }
}
