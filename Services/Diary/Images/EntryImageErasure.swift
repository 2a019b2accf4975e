package import Contracts
package import Storage
import StoredPictures

/// What becomes of pictures when somebody leaves: megabytes of them go in portions, so that nobody waits for all of it at
/// once.
package enum EntryImageErasure {
    /// Bytes of a portion, which are all overwritten, but for its last picture.
    private static let portionBytesMax = 4 * 1_024 * 1_024
    /// Pictures that are looked at for a portion: as many small ones as go in some milliseconds.
    private static let portionImagesMax = 100

    /// Removes the pictures of somebody who has left.
    @Sendable
    package static func eraseAhead(_ user: UserID, _ store: Store) async throws {
        var count: Int
        repeat {
            count = try await store.write { try erasePortion(of: user, $0) }
        } while count > 0
    }

    /// Removes a few pictures.
    ///
    /// - Returns: How many; none if there are none any more.
    package static func erasePortion(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let rows = try transaction.rows(
            "SELECT entry, bytes FROM image WHERE user_id = ? LIMIT ?",
            [user.description, portionImagesMax]
        )
        var (count, bytes) = (0, 0)
        for row in rows where bytes < portionBytesMax {
            bytes += try row.value("bytes", as: Int.self)
            try EntryPictures.tables.remove(of: try row.value("entry", as: String.self), transaction)
            count += 1
        }
        transaction.demandCleanUp()
        return count
    }
}
