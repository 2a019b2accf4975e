import Contracts
import FoundationEssentials
import JWTKit
import Storage
import Synchronization

/// The keys that sign access tokens, and how one follows the other: a new one is published for a while before it signs,
/// and stays published until its last token is void.
final class SigningKeyRing: Sendable {
    /// When keys follow each other, in seconds.
    struct Schedule: Sendable {
        /// How old a key gets before a new one is made.
        var rotationS: Int
        /// How long a key is published before it signs.
        var leadS: Int
    }

    private let store: Store
    private let schedule: Schedule
    private let signer: Mutex<AccessTokenSigner>
    /// Counts transactions that changed keys, which come one after the other; what each of them gives may come later.
    private let changes = Atomic(0)
    private let newestChange = Mutex(0)

    /// Takes the keys from the database and makes the first one where there is none.
    static func load(from store: Store, _ schedule: Schedule, nowS: Int) async throws -> SigningKeyRing {
        let candidate = try EdDSA.PrivateKey().rawRepresentation
        let keys = try await store.write { transaction in
            try transaction.keepFirstSigningKey(candidate, at: nowS)
            return try transaction.reader.signingKeys()
        }
        return SigningKeyRing(store: store, schedule: schedule, signer: try await AccessTokenSigner(keys))
    }

    private init(store: Store, schedule: Schedule, signer: AccessTokenSigner) {
        self.store = store
        self.schedule = schedule
        self.signer = Mutex(signer)
    }

    var current: AccessTokenSigner { signer.withLock { $0 } }

    /// Makes a new key, unless one waits already to sign.
    ///
    /// - Parameters:
    ///   - atOnce: Whether the newest key signs from now on.
    ///   - nowS: Seconds since 1970.
    /// - Returns: Whether one was made.
    /// - Throws: `ServiceError` if it cannot be stored.
    @discardableResult
    func rotate(atOnce: Bool, nowS: Int) async throws -> Bool {
        try await rotate(nowS) { newest, leadS in
            let isWaiting = newest.signsAt > nowS
            return (!isWaiting, !isWaiting || atOnce ? nowS + (atOnce ? 0 : leadS) : nil)
        }
    }

    /// Makes a new key if the newest is old enough, and forgets those that have retired.
    ///
    /// - Returns: Whether one was made.
    @discardableResult
    func rotateIfDue(nowS: Int) async throws -> Bool {
        let rotationS = schedule.rotationS
        return try await rotate(nowS) { newest, leadS in
            let isDue = newest.signsAt <= nowS && newest.madeAt + rotationS <= nowS
            return (isDue, isDue ? nowS + leadS : nil)
        }
    }

    /// What to do about the newest key: whether another is made, and from when on the newest one signs if that changes.
    private typealias Decision = @Sendable (_ newest: SigningKey, _ leadS: Int) -> (isMade: Bool, signsAt: Int?)

    private func rotate(_ nowS: Int, _ decide: @escaping Decision) async throws -> Bool {
        let candidate = try EdDSA.PrivateKey().rawRepresentation
        let leadS = schedule.leadS
        let (isMade, keys, change) = try await store.write { [self] transaction in
            let change = changes.add(1, ordering: .relaxed).newValue
            try transaction.removeRetiredSigningKeys(at: nowS)
            guard let newest = try transaction.reader.signingKeys().last else {
                return (false, [SigningKey](), change)
            }
            let decision = decide(newest, leadS)
            if decision.isMade { try transaction.keepSigningKey(candidate, at: nowS) }
            if let signsAt = decision.signsAt { try transaction.startNewestSigningKey(at: signsAt) }
            return (decision.isMade, try transaction.reader.signingKeys(), change)
        }
        let renewed = try await AccessTokenSigner(keys)
        newestChange.withLock { newest in
            guard change > newest else { return }
            newest = change
            signer.withLock { $0 = renewed }
        }
        return isMade
    }
}
