/// Images of users.
public enum ProfileImages: ImageOwner {
    public typealias Target = Empty
    public typealias Reply = ProfileImage

    public static let api = ImageAPI(
        "profile.image",
        of: .profile,
        scope: .profileWrite,
        at: "/v1/profile/image",
        signed: "/v1/profile/image/{id}",
        sets: "Sets the caller's image.",
        removes: "Removes the caller's image.",
        returns: "Returns a user's image, by its signed URL.",
        reply: Reply.self
    )
}

/// Removes the caller's image.
public typealias ProfileImageRemove = ImageRemove<ProfileImages>

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
    static let profileImageMethods: [any Contract.Type] = ProfileImages.contracts + [ProfileImageAddresses.self]
}
