package import Contracts
import FoundationEssentials
import Logging
import ServiceKit
package import Storage
import StoredImages

/// The tables and the URLs of entry images; see ``ImageName``.
enum EntryImages {
    static let tables = ImageTables(owner: "entry")
    static let address = ImageAddress(path: "/v1/diary/image/", purpose: "diary.image")

    /// Returns the key of an entry's image: clients choose the ids of entries, so two users may have the same id.
    static func owner(_ id: EntryID, of user: UserID) -> String { "\(user)/\(id)" }
}

extension SQLReader {
    /// Returns the values with signed image URLs instead of image names; every reply with entries needs this.
    ///
    /// - Parameters:
    ///   - values: Entries, or values with the image of an entry.
    ///   - path: The property with the image.
    ///   - now: The wall clock.
    /// - Returns: The values in the same order.
    /// - Throws: What the database throws.
    func withSignedImages<Value>(
        _ values: [Value],
        _ path: WritableKeyPath<Value, String?>,
        at now: Date
    ) throws -> [Value] {
        try EntryImages.address.signed(values, path, at: now, self)
    }

    /// Returns an entry with a signed image URL.
    func withSignedImage(_ entry: DiaryEntry, at now: Date) throws -> DiaryEntry {
        try withSignedImages([entry], \.imageURL, at: now)[0]
    }
}

extension DiaryService {
    /// The interval at which incomplete uploads are deleted.
    private static let uploadsInterval = Duration.seconds(600)

    /// Returns the task that deletes incomplete image uploads.
    func uploadsTask(_ logger: Logger) -> PeriodicTask {
        PeriodicTask("delete incomplete image uploads", every: Self.uploadsInterval, logger: logger) {
            try await store.deleteOldUploads(now: now())
        }
    }

    /// Returns a stored entry, or one of a stored reply, with a signed image URL.
    func withSignedImage(_ entry: DiaryEntry) async throws -> DiaryEntry {
        guard ImageName.uploaded(entry.imageURL) != nil else { return entry }
        let now = now()
        return try await store.read { try $0.withSignedImage(entry, at: now) }
    }
}

extension DiaryEntry {
    /// Whether its image was uploaded for it and is not that of its food.
    var hasOwnImage: Bool { ImageName.uploaded(imageURL) != nil }
}

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
