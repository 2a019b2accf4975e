/// The kind of the ids of images and of uploads.
package enum ImageKind {}

package typealias ImageID = Identifier<ImageKind>

/// The transfer of images between processes: in pages, one per message.
package enum ImageTransfer {
    /// The accepted media types; services determine the real type by the bytes.
    package static let mediaTypes = ["image/png", "image/jpeg", "image/webp"]
    /// Maximum size of an image, in bytes; enough for an unmodified photograph from a telephone.
    package static let imageBytesMax = 5 * 1_024 * 1_024
    /// Maximum size of a page, in bytes: as base64, which adds a third, and with its envelope, below 512 KB.
    package static let pageBytesMax = 360 * 1_024
    /// Number of pages of the largest image.
    package static let pagesMax = pages(of: imageBytesMax)

    /// Returns the number of pages of an image.
    package static func pages(of bytes: Int) -> Int { (bytes + pageBytesMax - 1) / pageBytesMax }
}

/// A page of an image.
package struct ImagePage: Codable, Sendable, Equatable {
    package var contentType: String
    /// The size of the whole image, in bytes.
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
