import Contracts
import FoundationEssentials
import Storage
import StoredPictures

/// The tables and the URLs of entry images; see ``PictureName``.
enum EntryImages {
    static let tables = PictureTables(owner: "entry")
    static let address = PictureAddress(path: "/v1/diary/image/", purpose: "diary.image")

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
    /// Returns a stored entry, or one of a stored reply, with a signed image URL.
    func withSignedImage(_ entry: DiaryEntry) async throws -> DiaryEntry {
        guard PictureName.uploaded(entry.imageURL) != nil else { return entry }
        let now = now()
        return try await store.read { try $0.withSignedImage(entry, at: now) }
    }
}

extension DiaryEntry {
    /// Whether its image was uploaded for it and is not that of its food.
    var hasOwnImage: Bool { PictureName.uploaded(imageURL) != nil }
}
