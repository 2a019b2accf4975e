/// Uploads one page of an image of something eaten.
package struct DiaryEntriesImagePage: ImagePageUpload {
    package typealias Reply = Empty

    package static let method = Method("diary.entries.image.page", of: .diary, .keyedWrite, .user)

    package var upload: ImageID
    package var page: Int
    package var base64: String

    package init(upload: ImageID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Sets the pages of an upload as the image of an entry, if they form one.
///
/// With `ifVersion`, only if the entry has that version.
package struct DiaryEntriesImageSet: Contract {
    /// The entry with the image's URL, which is signed and valid for an hour or two; a later read returns a new URL.
    package typealias Reply = DiaryEntry

    /// Maximum size of all images of one user's entries, in bytes.
    ///
    /// About five hundred photos of a phone; those of a hundred users fit on the disk of a small server.
    package static let imagesBytesMax = 256 * 1_024 * 1_024

    package static let method = Method("diary.entries.image.set", of: .diary, .keyedWrite, .user)

    package var id: EntryID
    package var ifVersion: Int?
    package var upload: ImageID
    /// Number of pages.
    package var pages: Int

    package init(id: EntryID, ifVersion: Int? = nil, upload: ImageID, pages: Int) {
        self.id = id
        self.ifVersion = ifVersion
        self.upload = upload
        self.pages = pages
    }
}

/// Removes the image of an entry, whether uploaded or its food's.
///
/// With `ifVersion`, only if the entry has that version.
public struct DiaryEntriesImageRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("diary.entries.image.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/diary/entries/{id}/image",
        "Removes the image of an entry, whether uploaded or its food's.",
        scope: .diaryWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: EntryID
    public var ifVersion: Int?

    public init(id: EntryID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// Returns a page of an entry's image.
package struct DiaryEntriesImageGet: ImagePageDownload {
    package typealias Reply = ImagePage

    package static let method = Method("diary.entries.image.get", of: .diary, .read, .anyone)

    package var id: ImageID
    package var expires: Int
    package var signature: String
    package var page: Int

    package init(id: ImageID, expires: Int, signature: String, page: Int) {
        self.id = id
        self.expires = expires
        self.signature = signature
        self.page = page
    }
}

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
    static let entryImage: [any Contract.Type] = [
        DiaryEntriesImagePage.self, DiaryEntriesImageSet.self, DiaryEntriesImageRemove.self, DiaryEntriesImageGet.self,
        DiaryEntriesImageAddresses.self,
    ]
}
