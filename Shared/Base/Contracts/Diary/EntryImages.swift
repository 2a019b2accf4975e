/// Images of entries of the diary.
public enum EntryImages: ImageOwner {
    public typealias Target = ImageObject<EntryKind>
    public typealias Reply = DiaryEntry

    /// Maximum size of all images of one user's entries, in bytes.
    ///
    /// About five hundred photos of a phone; those of a hundred users fit on the disk of a small server.
    package static let bytesMax = 256 * 1_024 * 1_024

    public static let api = ImageAPI(
        "diary.entries.image",
        of: .diary,
        scope: .diaryWrite,
        object: "entry",
        at: "/v1/diary/entries/{id}/image",
        signed: "/v1/diary/image/{id}",
        sets: "Sets the image of an entry.",
        removes: "Removes the image of an entry, whether uploaded or its food's.",
        returns: "Returns an entry's image, by its signed URL.",
        reply: Reply.self
    )
}

/// Removes the image of an entry, whether uploaded or its food's.
public typealias DiaryEntriesImageRemove = ImageRemove<EntryImages>

/// Returns the addresses of the images of entries that their users share; for the leaderboard.
package struct DiaryEntriesImageAddresses: Contract {
    /// An entry of a user.
    package struct Entry: Codable, Sendable, Hashable {
        package var user: UserID
        package var id: EntryID

        package init(user: UserID, id: EntryID) {
            self.user = user
            self.id = id
        }
    }

    /// The image of one entry, or of its food.
    package struct Item: Codable, Sendable, Equatable {
        package var entry: Entry
        /// A signed URL, valid for an hour or two, or a lasting one.
        package var imageURL: String

        package init(entry: Entry, imageURL: String) {
            self.entry = entry
            self.imageURL = imageURL
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        /// The shared entries with an image, in the order of the request.
        package var items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    /// Maximum number of entries: all foods that a user shares of a day, and a page of ``LeaderboardFoods``.
    package static let entriesMax = 100

    package static let method = Method("diary.entries.image.addresses", of: .diary, .read, .services)

    package static let rules: Rules<Self> = [.items(\.entries, 0...entriesMax)]

    package var entries: [Entry]

    package init(entries: [Entry]) {
        self.entries = entries
    }
}

extension API {
    /// The contracts of this file.
    static let entryImage: [any Contract.Type] = EntryImages.contracts + [DiaryEntriesImageAddresses.self]
}
