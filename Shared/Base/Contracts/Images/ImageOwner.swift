/// A kind of images: those of users, of entries of the diary, or of users' own foods.
///
/// The contracts of all kinds are the same generic types: ``ImageUploadPage``, ``ImageSet``, ``ImageRemove`` and
/// ``ImageGet``. What differs between the kinds is in ``ImageAPI`` and in these types.
public protocol ImageOwner: Sendable {
    /// What a change of an image names.
    associatedtype Target: ImageTarget
    /// The reply to a set image; it has the image's URL, which is signed and valid for an hour or two.
    associatedtype Reply: Codable & Sendable

    /// The methods and routes.
    static var api: ImageAPI { get }
}

/// All kinds of images; the gateway serves their routes.
package enum ImageOwners {
    package static let all: [any ImageOwner.Type] = [ProfileImages.self, FoodImages.self, EntryImages.self]
}

extension ImageOwner {
    /// The contracts of this kind of images.
    static var contracts: [any Contract.Type] {
        [ImageUploadPage<Self>.self, ImageSet<Self>.self, ImageRemove<Self>.self, ImageGet<Self>.self]
    }
}

/// What a change of an image names: an ``ImageObject``, or nothing for the image of the caller.
public protocol ImageTarget: Codable, Sendable {
    /// Reads the target of an HTTP request; nil if the id is none of this kind.
    ///
    /// - Parameters:
    ///   - id: The part `{id}` of the path; nil for a path without it.
    ///   - version: Returns the version in `If-Match`; nil for any version.
    /// - Throws: The error of `version`.
    init?(id: String?, version: () throws -> Int?) throws
}

/// The caller; a user has one image, without a version.
extension Empty: ImageTarget {
    public init?(id: String?, version: () throws -> Int?) { self.init() }
}

/// An object of the caller that has an image.
public struct ImageObject<Kind>: ImageTarget {
    public var id: Identifier<Kind>
    /// The version that the object must have; nil for any version.
    public var ifVersion: Int?

    public init(id: Identifier<Kind>, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }

    public init?(id: String?, version: () throws -> Int?) throws {
        guard let id = id.flatMap({ Identifier<Kind>($0) }) else { return nil }
        self.init(id: id, ifVersion: try version())
    }
}
