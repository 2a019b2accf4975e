import Contracts
import FoundationEssentials
import Storage
import StoredPictures

/// How pictures of entries are kept and named; see ``PictureName``.
enum EntryPictures {
    static let tables = PictureTables(owner: "entry")
    static let address = PictureAddress(path: "/v1/diary/image/", purpose: "diary.image")

    /// Whose a picture is: ids of entries are chosen by clients, so that two people may have the same one.
    static func owner(_ id: EntryID, of user: UserID) -> String { "\(user)/\(id)" }
}

extension SQLReader {
    /// The same, with addresses of pictures instead of their names: whatever tells entries passes them through this.
    ///
    /// - Parameters:
    ///   - values: Entries, or what is told of them.
    ///   - path: Where each has its picture.
    ///   - now: The wall clock.
    /// - Returns: As many, in the same order.
    /// - Throws: what the database throws.
    func withPictures<Value>(
        _ values: [Value],
        _ path: WritableKeyPath<Value, String?>,
        at now: Date
    ) throws -> [Value] {
        try EntryPictures.address.signed(values, path, at: now, self)
    }

    /// The same for one entry.
    func withPicture(_ entry: DiaryEntry, at now: Date) throws -> DiaryEntry {
        try withPictures([entry], \.imageURL, at: now)[0]
    }
}

extension DiaryService {
    /// The same for an entry as it was stored, or kept as an answer.
    func withPicture(_ entry: DiaryEntry) async throws -> DiaryEntry {
        guard PictureName.uploaded(entry.imageURL) != nil else { return entry }
        let now = now()
        return try await store.read { try $0.withPicture(entry, at: now) }
    }
}

extension DiaryEntry {
    /// Whether its picture was uploaded for it, and is not its food's.
    var hasOwnPicture: Bool { PictureName.uploaded(imageURL) != nil }
}
