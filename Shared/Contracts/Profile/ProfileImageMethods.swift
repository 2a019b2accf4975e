/// Brings one page of a picture of the caller's.
package struct ProfileImagePage: PicturePageUpload {
    package typealias Reply = Empty

    package static let method = Method("profile.image.page", of: .profile, .keyedWrite, .user)

    package var upload: ImageID
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

/// A page of somebody's picture.
package struct ProfileImageGet: PicturePageDownload {
    package typealias Reply = PicturePage

    package static let method = Method("profile.image.get", of: .profile, .read, .anyone)

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
