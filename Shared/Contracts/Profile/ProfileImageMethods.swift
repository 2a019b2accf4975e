/// The kind of a picture's id, and of an upload's.
package enum ImageKind {}

package typealias ImageID = Identifier<ImageKind>

/// Brings one page of a picture that is on its way, in the order of the pages.
///
/// The same page again takes the place of the first, so no key has to protect it. The first page of an upload drops what
/// its user's earlier uploads have left.
package struct ProfileImagePage: Contract {
    package typealias Reply = Empty

    /// The largest picture.
    package static let pictureBytesMax = 5 * 1_024 * 1_024
    /// Bytes of a page: with a third more as base64, and what stands around it, less than 512 KB.
    package static let bytesMax = 360 * 1_024
    /// Pages of the largest picture.
    package static let pagesMax = (pictureBytesMax + bytesMax - 1) / bytesMax

    package static let method = Method("profile.image.page", of: .profile, .keyedWrite, .user)

    /// Which upload it belongs to; made by who uploads.
    package var upload: ImageID
    /// From 0.
    package var page: Int
    package var base64: String

    package init(upload: ImageID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Makes the pages of an upload the caller's picture, if they are one.
package struct ProfileImageSet: Contract {
    package typealias Reply = ProfileImage

    package static let method = Method("profile.image.set", of: .profile, .keyedWrite, .user)

    package var upload: ImageID
    /// How many pages there are.
    package var pages: Int

    package init(upload: ImageID, pages: Int) {
        self.upload = upload
        self.pages = pages
    }
}

/// A picture that was taken.
package struct ProfileImage: Codable, Sendable, Equatable {
    /// Signed, and good for an hour or two; the profile has a new one then.
    package var imageURL: String
    package var contentType: String
    package var width: Int
    package var height: Int
    /// Of the picture as it is kept, without metadata.
    package var bytes: Int

    package init(imageURL: String, contentType: String, width: Int, height: Int, bytes: Int) {
        self.imageURL = imageURL
        self.contentType = contentType
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Removes the caller's picture.
package struct ProfileImageRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("profile.image.remove", of: .profile, .keyedWrite, .user)

    package init() {}
}

/// A page of a picture, for whoever has its signed address.
package struct ProfileImageGet: Contract {
    package struct Reply: Codable, Sendable {
        package var contentType: String
        /// Of the whole picture.
        package var bytes: Int
        package var pages: Int
        package var base64: String

        package init(contentType: String, bytes: Int, pages: Int, base64: String) {
            self.contentType = contentType
            self.bytes = bytes
            self.pages = pages
            self.base64 = base64
        }
    }

    package static let method = Method("profile.image.get", of: .profile, .read, .anyone)

    package var id: ImageID
    /// Seconds since 1970.
    package var expires: Int
    package var signature: String
    /// From 0.
    package var page: Int

    package init(id: ImageID, expires: Int, signature: String, page: Int) {
        self.id = id
        self.expires = expires
        self.signature = signature
        self.page = page
    }
}
