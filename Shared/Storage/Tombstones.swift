import Contracts
import Crypto
import FoundationEssentials
import GRDB

/// Who was erased here, as hashes under a key of this database's own: they tell only who asks about a user whether that
/// one was erased.
///
/// Tombstones stay for good, 32 bytes each. Access tokens outlive an account by minutes, but a backup of another service
/// may bring news of its user back at any time.
struct Tombstones: Sendable {
    private let key: SymmetricKey

    init(_ database: Database) throws {
        let data: Data? = try SQLReader(database: database).scalar("SELECT value FROM tombstone_key")
        guard let data else { throw ServiceError(.internalError, "The database has no key for its tombstones.") }
        key = SymmetricKey(data: data)
    }

    func hash(of user: UserID) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: Data(user.description.utf8), using: key))
    }

    func hasOne(of user: UserID, _ reader: SQLReader) throws -> Bool {
        try reader.row("SELECT 1 FROM tombstone WHERE hash = ?", [hash(of: user)]) != nil
    }
}
