package import Contracts
package import FoundationEssentials
package import Storage
package import StoredImages

extension EntryImages: StoredImageOwner {
    package typealias Stored = DiaryEntry

    package static let tables = ImageTables(owner: "entry")
    package static let address = ImageAddress(api, purpose: "diary.image")

    /// Returns the key of an entry's image: clients choose the ids of entries, so two users may have the same id.
    static func owner(_ id: EntryID, of user: UserID) -> String { "\(user)/\(id)" }

    package static func stored(_ target: Target, of user: UserID, at now: Date, _ reader: SQLReader) throws
        -> DiaryEntry?
    {
        try reader.entry(target.id, of: user, ifVersion: nil, at: now).entry
    }

    package static func image(of stored: DiaryEntry) -> ImageID? { ImageName.uploaded(stored.imageURL) }

    package static func reply(_ stored: DiaryEntry, at now: Date, _ reader: SQLReader) throws -> DiaryEntry {
        try reader.withSignedImage(stored, at: now)
    }

    package static func set(
        _ image: UploadedImage,
        of target: Target,
        of user: UserID,
        at now: Date,
        _ transaction: SQLTransaction
    ) throws -> DiaryEntry {
        let stored = try transaction.reader.entry(target.id, of: user, ifVersion: target.ifVersion, at: now)
        try transaction.reader.checkImageQuota(of: user, bytes: image.stored.bytes, insteadOf: target.id)
        let name = ImageName.text(of: image.stored.id)
        let entry = try transaction.setImage(of: stored, name, user, now: now)
        try tables.store(image, of: owner(target.id, of: user), transaction)
        return entry
    }

    package static func remove(_ target: Target, of user: UserID, at now: Date, _ transaction: SQLTransaction) throws {
        let stored = try transaction.reader.entry(target.id, of: user, ifVersion: target.ifVersion, at: now)
        guard stored.entry.imageURL != nil else { return }
        _ = try transaction.setImage(of: stored, nil, user, now: now)
        try transaction.removeImage(of: target.id, user)
    }
}

extension DiaryService {
    /// The methods of images of entries.
    package var images: ImageService<EntryImages> { ImageService(store, now: now) }
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

    /// - Throws: `conflict` if the user's images would exceed the limit.
    fileprivate func checkImageQuota(of user: UserID, bytes: Int, insteadOf id: EntryID) throws {
        let max = EntryImages.bytesMax
        let others = try EntryImages.tables.total(of: user, without: EntryImages.owner(id, of: user), self)
        guard others.bytes + bytes > max else { return }
        throw ServiceError(
            .conflict,
            """
            The images of a user's entries may have at most \(max) bytes in total; remove some, or send smaller ones.
            """,
            params: ["max": "\(max)"]
        )
    }
}

extension SQLTransaction {
    /// Sets or removes the image name of an entry; other devices receive this like any change.
    fileprivate func setImage(
        of stored: LoggedEntry,
        _ name: String?,
        _ user: UserID,
        now: Date
    ) throws -> DiaryEntry {
        var logged = stored
        logged.entry.imageURL = name
        logged.entry.version += 1
        try replace(logged, of: user)
        try publishDayChange(from: stored.entry, to: logged.entry, of: user, now: now)
        return logged.entry
    }

    /// Removes the image that was uploaded for an entry, if there is one.
    func removeImage(of id: EntryID, _ user: UserID) throws {
        try EntryImages.tables.remove(of: EntryImages.owner(id, of: user), self)
    }
}

extension DiaryEntry {
    /// Whether its image was uploaded for it and is not that of its food.
    var hasOwnImage: Bool { ImageName.uploaded(imageURL) != nil }
}

/// Erases the images of a deleted account in batches.
package enum EntryImageErasure {
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
        let count = try EntryImages.tables.removePortion(of: user, transaction)
        transaction.demandCleanUp()
        return count
    }
}
