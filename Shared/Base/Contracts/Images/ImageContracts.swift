/// Uploads one page of an image, in the order of the pages.
///
/// The same page again replaces the first one, so no idempotency key is needed. The first page of an upload deletes the
/// rest of the user's earlier uploads.
package struct ImageUploadPage<Owner: ImageOwner>: Contract {
    package typealias Reply = Empty

    package static var method: Method { Owner.api.page }

    package static var rules: Rules<Self> { [.range(\.page, 0...ImageTransfer.pagesMax - 1)] }

    /// The id of the upload, chosen by the sender.
    package var upload: ImageID
    /// The number of the page, from 0.
    package var page: Int
    package var base64: String

    package init(upload: ImageID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Sets the pages of an upload as an image, if they form one.
package struct ImageSet<Owner: ImageOwner>: Contract {
    package typealias Reply = Owner.Reply

    package static var method: Method { Owner.api.set }

    package var target: Owner.Target
    package var upload: ImageID
    /// Number of pages.
    package var pages: Int

    private enum CodingKeys: String, CodingKey {
        case upload
        case pages
    }

    package init(_ target: Owner.Target, upload: ImageID, pages: Int) {
        self.target = target
        self.upload = upload
        self.pages = pages
    }

    package init(from decoder: any Decoder) throws {
        // Made before the target, so that an error of the target does not make the other fields unknown.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        target = try Owner.Target(from: decoder)
        upload = try container.decode(ImageID.self, forKey: .upload)
        pages = try container.decode(Int.self, forKey: .pages)
    }

    package func encode(to encoder: any Encoder) throws {
        try target.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(upload, forKey: .upload)
        try container.encode(pages, forKey: .pages)
    }
}

/// Removes an image.
public struct ImageRemove<Owner: ImageOwner>: Contract {
    public typealias Reply = Empty

    public static var method: Method { Owner.api.remove }

    public var target: Owner.Target

    public init(_ target: Owner.Target) { self.target = target }

    public init(from decoder: any Decoder) throws { target = try Owner.Target(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try target.encode(to: encoder) }
}

extension ImageRemove where Owner.Target == Empty {
    public init() { self.init(Empty()) }
}

extension ImageRemove {
    public init<Kind>(id: Identifier<Kind>, ifVersion: Int? = nil) where Owner.Target == ImageObject<Kind> {
        self.init(ImageObject(id: id, ifVersion: ifVersion))
    }
}

/// Returns a page of an image, for clients with its signed URL.
package struct ImageGet<Owner: ImageOwner>: Contract {
    package typealias Reply = ImagePage

    package static var method: Method { Owner.api.get }

    package var id: ImageID
    /// Expiry of the signature, in seconds since 1970.
    package var expires: Int
    package var signature: String
    /// The number of the page, from 0.
    package var page: Int

    package init(id: ImageID, expires: Int, signature: String, page: Int = 0) {
        self.id = id
        self.expires = expires
        self.signature = signature
        self.page = page
    }
}
