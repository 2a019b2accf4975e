import Contracts
import JWTKit
import Logging
import MessageBus
import ServiceLifecycle
import Synchronization

/// The public keys of auth.
///
/// They are fetched at the start, then every minute, so that a new key is known before it signs. A token with an
/// unknown key causes another fetch.
final class KeyDirectory: Service {
    /// The pause between two attempts at the start.
    private static let retryInterval = Duration.milliseconds(200)
    /// The interval of fetches: much shorter than the time between a key's publication and its first use.
    private static let renewalInterval = Duration.seconds(60)
    /// The minimum time between fetches for unknown keys, in nanoseconds, so that forged tokens do not load auth.
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

    /// True if at least one key is known.
    var isFilled: Bool { state.withLock { !$0.keys.isEmpty } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while true {
                let pause = await self.fetch() ? Self.renewalInterval : Self.retryInterval
                guard (try? await Task.sleep(for: pause)) != nil else { return }
            }
        }
    }

    /// Returns the key with an id; nil if auth has none.
    ///
    /// - Throws: `unavailable` while no keys are known.
    func key(_ id: String) async throws(ServiceError) -> EdDSA.PublicKey? {
        if let key = state.withLock({ $0.keys[id] }) { return key }
        if mayFetch() {
            _ = await fetch()
        } else if state.withLock({ !$0.keys.isEmpty }) {
            // Another request's fetch is running or has just ended; a new key may appear within the interval.
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
