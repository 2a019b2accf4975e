/// Uploads one page of the caller's image.
package struct ProfileImagePage: ImagePageUpload {
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

/// Sets the pages of an upload as the caller's image, if they form one.
package struct ProfileImageSet: Contract {
    package typealias Reply = ProfileImage

    package static let method = Method("profile.image.set", of: .profile, .keyedWrite, .user)

    package var upload: ImageID
    /// Number of pages.
    package var pages: Int

    package init(upload: ImageID, pages: Int) {
        self.upload = upload
        self.pages = pages
    }
}

/// An accepted image.
public struct ProfileImage: Codable, Sendable, Equatable {
    /// A signed URL, valid for an hour or two; a later read of the profile returns a new one.
    public var imageURL: String
    public var contentType: String
    public var width: Int
    public var height: Int
    /// The size of the stored image, without metadata, in bytes.
    public var bytes: Int

    public init(imageURL: String, contentType: String, width: Int, height: Int, bytes: Int) {
        self.imageURL = imageURL
        self.contentType = contentType
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Removes the caller's image.
public struct ProfileImageRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("profile.image.remove", of: .profile, .keyedWrite, .user).route(
        .delete,
        "/v1/profile/image",
        "Removes the caller's image.",
        scope: .profileWrite,
        success: .noContent
    )

    public init() {}
}

/// Returns a page of a user's image.
package struct ProfileImageGet: ImagePageDownload {
    package typealias Reply = ImagePage

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

/// Returns the addresses of the images of users that share their results; for the leaderboard.
package struct ProfileImageAddresses: Contract {
    /// The image of one user.
    package struct Item: Codable, Sendable, Equatable {
        package var user: UserID
        /// A signed URL, valid for an hour or two.
        package var imageURL: String

        package init(user: UserID, imageURL: String) {
            self.user = user
            self.imageURL = imageURL
        }
    }

    package struct Reply: Codable, Sendable, Equatable {
        /// The users that share and have an image, in the order of the request.
        package var items: [Item]

        package init(items: [Item]) {
            self.items = items
        }
    }

    /// Maximum number of users: all members of the largest group, or a page of a board.
    package static let usersMax = 256

    package static let method = Method("profile.image.addresses", of: .profile, .read, .services)

    package static let rules: Rules<Self> = [.items(\.users, 0...usersMax)]

    package var users: [UserID]

    package init(users: [UserID]) {
        self.users = users
    }
}

extension API {
    /// The contracts of this file.
    static let profileImageMethods: [any Contract.Type] = [
        ProfileImagePage.self, ProfileImageSet.self, ProfileImageRemove.self, ProfileImageGet.self,
        ProfileImageAddresses.self,
    ]
}
