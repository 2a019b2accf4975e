package import Contracts
package import Storage
import StoredPictures

/// Erases the images of a deleted account in batches, because one transaction for many megabytes would block other
/// writes.
package enum EntryImageErasure {
    /// Bytes of a batch, which are all overwritten; the last image of a batch may exceed it.
    private static let batchBytesMax = 4 * 1_024 * 1_024
    /// The maximum images of a batch: as many small ones as are removed in a few milliseconds.
    private static let batchImagesMax = 100

    /// Removes all images of a deleted account.
    @Sendable
    package static func eraseAhead(_ user: UserID, _ store: Store) async throws {
        var count: Int
        repeat {
            count = try await store.write { try eraseBatch(of: user, $0) }
        } while count > 0
    }

    /// Removes a batch of images.
    ///
    /// - Returns: The number of removed images; 0 when none are left.
    package static func eraseBatch(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let rows = try transaction.rows(
            "SELECT entry, bytes FROM image WHERE user_id = ? LIMIT ?",
            [user.description, batchImagesMax]
        )
        var (count, bytes) = (0, 0)
        for row in rows where bytes < batchBytesMax {
            bytes += try row.value("bytes", as: Int.self)
            try EntryImages.tables.remove(of: try row.value("entry", as: String.self), transaction)
            count += 1
        }
        transaction.demandCleanUp()
        return count
    }
}
