/// The kind of a picture's id, and of an upload's.
package enum ImageKind {}

package typealias ImageID = Identifier<ImageKind>

/// How pictures travel between processes: in pages, each in a message of its own.
package enum PictureTransfer {
    /// The largest picture.
    package static let pictureBytesMax = 5 * 1_024 * 1_024
    /// Bytes of a page: with a third more as base64, and what stands around it, less than 512 KB.
    package static let pageBytesMax = 360 * 1_024
    /// Pages of the largest picture.
    package static let pagesMax = (pictureBytesMax + pageBytesMax - 1) / pageBytesMax
}

/// Brings one page of a picture that is on its way, in the order of the pages.
///
/// The same page again takes the place of the first, so no key has to protect it. The first page of an upload drops what
/// its user's earlier uploads have left.
package protocol PicturePageUpload: Contract where Reply == Empty {
    /// Which upload it belongs to; made by who uploads.
    var upload: ImageID { get }
    /// From 0.
    var page: Int { get }
    var base64: String { get }

    init(upload: ImageID, page: Int, base64: String)
}

/// Asks for a page of a picture, for whoever has its signed address.
package protocol PicturePageDownload: Contract where Reply == PicturePage {
    var id: ImageID { get }
    /// Seconds since 1970.
    var expires: Int { get }
    var signature: String { get }
    /// From 0.
    var page: Int { get set }

    init(id: ImageID, expires: Int, signature: String, page: Int)
}

/// A page of a picture.
package struct PicturePage: Codable, Sendable {
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
