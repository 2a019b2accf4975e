import Contracts
import FoundationEssentials
import JWTKit
import Storage
import Synchronization

/// The keys that sign access tokens, with their rotation.
///
/// A new key is published for a while before it signs, and stays published until its last token has expired, unless all
/// keys are replaced at once.
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
    /// - Parameter nowS: The time in seconds since 1970.
    /// - Returns: Whether a key was created.
    /// - Throws: `ServiceError` if it cannot be stored.
    @discardableResult
    func rotate(nowS: Int) async throws -> Bool {
        try await rotate(nowS) { newest, leadS in newest.signsAt > nowS ? .none : .publish(signsAt: nowS + leadS) }
    }

    /// Creates a new key that signs from now on, and deletes all others.
    ///
    /// Tokens of the deleted keys become invalid. A published key that does not sign yet is replaced, too: a thief of
    /// the signing key has it as well.
    func replaceAll(nowS: Int) async throws {
        try await rotate(nowS) { _, _ in .replaceAll }
    }

    /// Creates a new key if the newest one is old enough, and deletes retired ones.
    ///
    /// - Returns: Whether a key was created.
    @discardableResult
    func rotateIfDue(nowS: Int) async throws -> Bool {
        let rotationS = schedule.rotationS
        return try await rotate(nowS) { newest, leadS in
            let isDue = newest.signsAt <= nowS && newest.madeAt + rotationS <= nowS
            return isDue ? .publish(signsAt: nowS + leadS) : .none
        }
    }

    /// What a rotation does.
    private enum Rotation {
        case none
        /// Creates a key that signs from a time on. The others retire when their last tokens have expired.
        case publish(signsAt: Int)
        /// Creates a key that signs from now on, and deletes the others.
        case replaceAll
    }

    private typealias Decision = @Sendable (_ newest: SigningKey, _ leadS: Int) -> Rotation

    @discardableResult
    private func rotate(_ nowS: Int, _ decide: @escaping Decision) async throws -> Bool {
        let candidate = try EdDSA.PrivateKey().rawRepresentation
        let leadS = schedule.leadS
        let (isMade, keys, change) = try await store.write { [self] transaction in
            let change = changes.add(1, ordering: .relaxed).newValue
            try transaction.removeRetiredSigningKeys(at: nowS)
            guard let newest = try transaction.reader.signingKeys().last else {
                return (false, [SigningKey](), change)
            }
            let isMade: Bool
            switch decide(newest, leadS) {
            case .none: isMade = false
            case .publish(let signsAt):
                try transaction.insertSigningKey(candidate, at: nowS)
                try transaction.activateNewestSigningKey(at: signsAt)
                isMade = true
            case .replaceAll:
                try transaction.insertSigningKey(candidate, at: nowS)
                try transaction.removeAllSigningKeysButNewest()
                // Its beacon wakes the gateways. Older services would fail at an unknown type of event.
                try transaction.emit(SessionsEnded(sessions: []), of: .noUser)
                isMade = true
            }
            return (isMade, try transaction.reader.signingKeys(), change)
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
