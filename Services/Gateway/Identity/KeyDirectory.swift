import Contracts
import JWTKit
import MessageBus
import ServiceKit
import ServiceLifecycle
import Synchronization

/// The public keys of auth.
///
/// Tokens of a key that auth has removed are refused. Auth's beacon therefore wakes this service, which then fetches
/// the keys again, at most once a second. A lost beacon delays it by the poll interval at most. A gateway that cannot
/// reach auth keeps the last keys and tries again five times a second. A token with an unknown key causes a fetch, too.
final class KeyDirectory: Service {
    /// The pause after a fetch: auth publishes a beacon for each event, and few of them concern keys.
    private static let renewalInterval = Duration.seconds(1)
    /// The minimum time between fetches for unknown keys, in nanoseconds, so that forged tokens do not load auth.
    private static let fetchIntervalNs: UInt64 = 1_000_000_000

    private struct State {
        var keys: [String: EdDSA.PublicKey] = [:]
        /// Ids of keys that auth has removed since the start: a few a year.
        var removed: Set<String> = []
        var lastFetch: UInt64 = 0
    }

    private let bus: MessageBus
    private let follower: BeaconFollower
    private let onRemoval: @Sendable () -> Void
    private let state = Mutex(State())

    /// Makes a service without keys.
    ///
    /// - Parameters:
    ///   - bus: Connects to auth.
    ///   - pollInterval: The longest time without a fetch; beacons may be lost.
    ///   - onRemoval: Called when tokens of a key have become invalid.
    init(bus: MessageBus, pollInterval: Duration, onRemoval: @escaping @Sendable () -> Void) {
        self.bus = bus
        follower = BeaconFollower(
            orLog: "auth's keys could not be fetched",
            from: .auth,
            on: bus,
            pollInterval: pollInterval
        )
        self.onRemoval = onRemoval
    }

    /// True if at least one key is known.
    var isFilled: Bool { state.withLock { !$0.keys.isEmpty } }

    func run() async throws {
        await follower.run {
            try await self.fetch()
            try await Task.sleep(for: Self.renewalInterval)
        }
    }

    /// Returns whether tokens of a key are valid, as far as is known without a call.
    func isKnown(_ id: String) -> Bool { state.withLock { $0.keys[id] != nil } }

    /// Returns the key with an id; nil if auth has none.
    ///
    /// - Throws: `unavailable` while no keys are known.
    func key(_ id: String) async throws(ServiceError) -> EdDSA.PublicKey? {
        let (known, isRemoved) = state.withLock { ($0.keys[id], $0.removed.contains(id)) }
        // Clients with a token of a removed key need not wait for another fetch before they renew it.
        if known != nil || isRemoved { return known }
        if mayFetch() {
            await fetchIfPossible()
        } else if state.withLock({ !$0.keys.isEmpty }) {
            // Another request's fetch is running or has just ended; a new key may appear within the interval.
            try? await Task.sleep(for: .nanoseconds(Self.fetchIntervalNs))
            if let key = state.withLock({ $0.keys[id] }) { return key }
            if mayFetch() { await fetchIfPossible() }
        }
        let (key, isEmpty) = state.withLock { ($0.keys[id], $0.keys.isEmpty) }
        if isEmpty {
            throw ServiceError(.unavailable, "Tokens cannot be verified before auth has been reached; try again soon.")
        }
        return key
    }

    private func mayFetch() -> Bool {
        let now = Deadline.monotonicNanoseconds()
        return state.withLock { state in
            // Another thread may have read the clock later and come first.
            guard Deadline.elapsed(from: state.lastFetch, to: now) > Self.fetchIntervalNs else { return false }
            state.lastFetch = now
            return true
        }
    }

    /// Fetches the keys for a request; on a failure, the known ones stay, and the follower repeats the fetch.
    private func fetchIfPossible() async {
        do {
            try await fetch()
        } catch {
            follower.ask()
        }
    }

    private func fetch() async throws {
        let reply = try await bus.call(AuthKeys(), .own())
        let keys = try reply.keys.map { ($0.kid, try EdDSA.PublicKey(x: $0.x, curve: .ed25519)) }
        let hasRemoved = state.withLock { state in
            let removed = Set(state.keys.keys).subtracting(keys.map(\.0))
            state.keys = Dictionary(keys) { first, _ in first }
            state.removed.formUnion(removed)
            return !removed.isEmpty
        }
        if hasRemoved { onRemoval() }
    }
}
