import Contracts
import Crypto
import FoundationEssentials
import GRDB
import Synchronization

/// The users erased here, as hashes under this database's own key.
///
/// They only state whether a given user was erased.
///
/// Tombstones are permanent, 32 bytes each. Access tokens outlive an account by minutes, but a backup of another
/// service may bring back its user's data at any time.
struct Tombstones: Sendable {
    private let key: SymmetricKey
    private let presence = Presence()

    init(_ database: Database) throws {
        let reader = SQLReader(database: database)
        let data: Data? = try reader.scalar("SELECT value FROM tombstone_key")
        guard let data else { throw ServiceError(.internalError, "The database has no key for its tombstones.") }
        key = SymmetricKey(data: data)
        if try reader.row("SELECT 1 FROM tombstone LIMIT 1") != nil { presence.set() }
    }

    func hash(of user: UserID) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(user.description.utf8), using: key))
    }

    /// Must be called before the first tombstone is written.
    ///
    /// If that write is undone, the flag only costs extra look-ups.
    func markNonEmpty() { presence.set() }

    func hasTombstone(of user: UserID, _ reader: SQLReader) throws -> Bool {
        // Every write calls this, and most databases have no tombstones.
        guard presence.isKnown else { return false }
        return try reader.row("SELECT 1 FROM tombstone WHERE hash = ?", [hash(of: user)]) != nil
    }
}

/// Whether there may be any tombstone.
private final class Presence: Sendable {
    private let flag = Atomic(false)

    var isKnown: Bool { flag.load(ordering: .sequentiallyConsistent) }

    func set() { flag.store(true, ordering: .sequentiallyConsistent) }
}
