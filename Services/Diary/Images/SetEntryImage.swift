package import Contracts
import FoundationEssentials
package import MessageBus
import Storage
import StoredImages

extension DiaryService {
    /// The request of an image under its idempotency key: the content, however it was uploaded.
    private struct ImageChange: Contract {
        typealias Reply = DiaryEntry

        static let method = DiaryEntriesImageSet.method

        var id: EntryID
        var ifVersion: Int?
        var digest: [UInt8]
    }

    /// The endpoints of entry images.
    package var imageEndpoints: [Endpoint] {
        [
            .handle(DiaryEntriesImagePage.self, storeImagePage),
            .handle(DiaryEntriesImageSet.self, setImage),
            .handle(DiaryEntriesImageRemove.self, removeImage),
            .handle(DiaryEntriesImageGet.self, image),
            .handle(DiaryEntriesImageAddresses.self, imageAddresses),
        ]
    }

    /// Stores a page of an upload.
    package func storeImagePage(_ request: DiaryEntriesImagePage, _ context: RequestContext) async throws -> Empty {
        try await store.storePage(try Store.checkedPage(request), request, now: now(), context)
    }

    /// Makes an upload the image of an entry after checking and cleaning it.
    package func setImage(_ request: DiaryEntriesImageSet, _ context: RequestContext) async throws -> DiaryEntry {
        let (user, moment) = (try context.user(), now())
        let before = try await store.read { try $0.entry(request.id, of: user, ifVersion: nil, at: moment) }
        let name = ImageName.text(of: request.upload)
        // A resend, because the worker stopped before it could answer.
        if before.entry.imageURL == name { return try await withSignedImage(before.entry) }
        let upload = try await store.uploadedImage(request.upload, pages: request.pages, context)
        let image = upload.stored(as: request.upload)
        let change = ImageChange(id: request.id, ifVersion: request.ifVersion, digest: upload.digest)
        let entry = try await store.writeIdempotently(change, context) { transaction in
            let stored = try transaction.reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            try transaction.reader.checkImageQuota(of: user, bytes: image.bytes, insteadOf: request.id)
            let entry = try transaction.setImage(of: stored, name, user, now: moment)
            let owner = EntryImages.owner(request.id, of: user)
            try EntryImages.tables.store(image, upload.pages, of: owner, transaction)
            try UploadTable.delete(of: user, transaction)
            return entry
        }
        // The image was stored under the same key before, so the new upload is not needed.
        if entry.imageURL != name { try await store.deleteUploads(context) }
        return try await withSignedImage(entry)
    }

    /// Removes the image of an entry; succeeds if there is none.
    package func removeImage(_ request: DiaryEntriesImageRemove, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        return try await store.writeIdempotently(request, context) { transaction in
            let stored = try transaction.reader.entry(request.id, of: user, ifVersion: request.ifVersion, at: moment)
            guard stored.entry.imageURL != nil else { return Empty() }
            _ = try transaction.setImage(of: stored, nil, user, now: moment)
            try transaction.removeImage(of: request.id, user)
            return Empty()
        }
    }

    /// Returns a page of an image to any client with its signed URL.
    package func image(_ request: DiaryEntriesImageGet, _ context: RequestContext) async throws -> ImagePage {
        try await store.imagePage(request, EntryImages.tables, EntryImages.address, now: now())
    }
}

extension SQLReader {
    /// - Throws: `conflict` if the user's images would exceed the limit.
    fileprivate func checkImageQuota(of user: UserID, bytes: Int, insteadOf id: EntryID) throws {
        let max = DiaryEntriesImageSet.imagesBytesMax
        let all: Int? = try scalar("SELECT sum(bytes) FROM image WHERE user_id = ?", [user.description])
        let own = try EntryImages.tables.image(of: EntryImages.owner(id, of: user), self)?.bytes ?? 0
        guard (all ?? 0) - own + bytes > max else { return }
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
