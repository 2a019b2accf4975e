import Contracts
import JWTKit
import Logging
import Messaging
import ServiceLifecycle
import Synchronization

/// The public keys of auth: fetched at the start, every minute, so that a new key is known before it signs, and when a
/// token names a key that is not among them.
final class KeyDirectory: Service {
    /// How long to wait between two tries at the start.
    private static let retryInterval = Duration.milliseconds(200)
    /// How often to look for new keys: far more often than one is published before it signs.
    private static let renewalInterval = Duration.seconds(60)
    /// How often a token with an unknown key may cause a fetch, in nanoseconds: forged tokens must not load auth.
    private static let fetchIntervalNs: UInt64 = 1_000_000_000

    private struct State {
        var keys: [String: EdDSA.PublicKey] = [:]
        var lastFetch: UInt64 = 0
    }

    private let bus: MessageBus
    private let logger: Logger
    private let state = Mutex(State())

    init(bus: MessageBus, logger: Logger) {
        self.bus = bus
        self.logger = logger
    }

    /// Whether there is any key.
    var isFilled: Bool { state.withLock { !$0.keys.isEmpty } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                let pause = await self.fetch() ? Self.renewalInterval : Self.retryInterval
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
        }
    }

    /// The key of an id.
    ///
    /// - Throws: `unavailable` while no keys are there at all.
    func key(_ id: String) async throws(ServiceError) -> EdDSA.PublicKey? {
        if let key = state.withLock({ $0.keys[id] }) { return key }
        if mayFetch() {
            _ = await fetch()
        } else if state.withLock({ !$0.keys.isEmpty }) {
            // Somebody else's question is under way, or was answered a moment ago: a key that is just being made is
            // there a moment later.
            try? await Task.sleep(for: .nanoseconds(Self.fetchIntervalNs))
            if let key = state.withLock({ $0.keys[id] }) { return key }
            if mayFetch() { _ = await fetch() }
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
            guard now - state.lastFetch > Self.fetchIntervalNs else { return false }
            state.lastFetch = now
            return true
        }
    }

    private func fetch() async -> Bool {
        do {
            let reply = try await bus.call(AuthKeys(), .own())
            let keys = try reply.keys.map { ($0.kid, try EdDSA.PublicKey(x: $0.x, curve: .ed25519)) }
            state.withLock { $0.keys = Dictionary(keys) { first, _ in first } }
            return true
        } catch {
            logger.debug("auth's keys could not be fetched", metadata: ["error": "\(error)"])
            return false
        }
    }
}
