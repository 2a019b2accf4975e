import FoundationEssentials
import JWTKit
import Storage
import Synchronization

/// The keys that sign access tokens, with their rotation.
///
/// A new key is published for a while before it signs, and stays published until its last token has expired.
final class SigningKeyRing: Sendable {
    /// The rotation schedule, in seconds.
    struct Schedule: Sendable {
        /// The age at which a key is replaced.
        var rotationS: Int
        /// How long a key is published before it signs.
        var leadS: Int
    }

    private let store: Store
    private let schedule: Schedule
    private let signer: Mutex<AccessTokenSigner>
    /// Numbers the transactions that changed keys; they are serialized, but their results may arrive out of order.
    private let changes = Atomic(0)
    private let newestChange = Mutex(0)

    /// Loads the keys from the database, and creates the first one if there is none.
    static func load(from store: Store, _ schedule: Schedule, nowS: Int) async throws -> SigningKeyRing {
        let candidate = try EdDSA.PrivateKey().rawRepresentation
        let keys = try await store.write { transaction in
            try transaction.insertFirstSigningKey(candidate, at: nowS)
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

    /// Creates a new key, unless a published one does not sign yet.
    ///
    /// - Parameters:
    ///   - atOnce: Whether the newest key signs from now on.
    ///   - nowS: The time in seconds since 1970.
    /// - Returns: Whether a key was created.
    /// - Throws: `ServiceError` if it cannot be stored.
    @discardableResult
    func rotate(atOnce: Bool, nowS: Int) async throws -> Bool {
        try await rotate(nowS) { newest, leadS in
            let isWaiting = newest.signsAt > nowS
            return (!isWaiting, !isWaiting || atOnce ? nowS + (atOnce ? 0 : leadS) : nil)
        }
    }

    /// Creates a new key if the newest one is old enough, and deletes retired ones.
    ///
    /// - Returns: Whether a key was created.
    @discardableResult
    func rotateIfDue(nowS: Int) async throws -> Bool {
        let rotationS = schedule.rotationS
        return try await rotate(nowS) { newest, leadS in
            let isDue = newest.signsAt <= nowS && newest.madeAt + rotationS <= nowS
            return (isDue, isDue ? nowS + leadS : nil)
        }
    }

    /// Decides whether a key is created, and from when the newest key signs, or nil to leave that unchanged.
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
            if decision.isMade { try transaction.insertSigningKey(candidate, at: nowS) }
            if let signsAt = decision.signsAt { try transaction.activateNewestSigningKey(at: signsAt) }
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
