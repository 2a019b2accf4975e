/// Brings one page of a picture of something eaten.
package struct DiaryEntriesImagePage: PicturePageUpload {
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

/// Makes the pages of an upload the picture of an entry, if they are one.
///
/// With `ifVersion`, only of that version of it.
package struct DiaryEntriesImageSet: Contract {
    /// The entry with the picture's address, signed and good for an hour or two; the entry has a new one then.
    package typealias Reply = DiaryEntry

    /// Bytes of all pictures of one person's entries: some five hundred as telephones take them, and few enough that the disk of
    /// a small server holds those of a hundred people.
    package static let picturesBytesMax = 256 * 1_024 * 1_024

    package static let method = Method("diary.entries.image.set", of: .diary, .keyedWrite, .user)

    package var id: EntryID
    package var ifVersion: Int?
    package var upload: ImageID
    /// How many pages there are.
    package var pages: Int

    package init(id: EntryID, ifVersion: Int? = nil, upload: ImageID, pages: Int) {
        self.id = id
        self.ifVersion = ifVersion
        self.upload = upload
        self.pages = pages
    }
}

/// Takes the picture off an entry, uploaded or its food's.
///
/// With `ifVersion`, only off that version of it.
package struct DiaryEntriesImageRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("diary.entries.image.remove", of: .diary, .keyedWrite, .user)

    package var id: EntryID
    package var ifVersion: Int?

    package init(id: EntryID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// A page of an entry's picture.
package struct DiaryEntriesImageGet: PicturePageDownload {
    package typealias Reply = PicturePage

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
