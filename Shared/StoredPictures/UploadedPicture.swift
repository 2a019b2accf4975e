package import Contracts
import Crypto
package import FoundationEssentials
package import Pictures

/// A file that was uploaded, checked and cleaned.
package struct UploadedPicture: Sendable {
    package let picture: Picture
    /// SHA-256 of the file as it came: the same file under the same idempotency key is the same request.
    package let digest: [UInt8]

    /// Checks an upload on a thread of the pool: megabytes take milliseconds.
    ///
    /// - Throws: `unsupportedMediaType`, `tooLarge`, or `invalid` with what is wrong.
    @concurrent
    package static func check(_ pages: [Data]) async throws(ServiceError) -> UploadedPicture {
        let file = pages.flatMap { [UInt8]($0) }
        do throws(PictureError) {
            let limits = PictureLimits(bytesMax: PictureTransfer.pictureBytesMax)
            return UploadedPicture(
                picture: try Picture(cleaning: file, limits: limits),
                digest: Array(SHA256.hash(data: file))
            )
        } catch {
            throw refusal(error)
        }
    }

    /// The picture in the pages in which it is kept and sent.
    package var pages: [Data] {
        stride(from: 0, to: picture.bytes.count, by: PictureTransfer.pageBytesMax).map { start in
            Data(picture.bytes[start..<min(start + PictureTransfer.pageBytesMax, picture.bytes.count)])
        }
    }

    /// What is kept of it besides its bytes.
    ///
    /// - Parameter upload: Whose id becomes the picture's.
    /// - Returns: What is kept.
    package func stored(as upload: ImageID) -> StoredImage {
        StoredImage(
            id: upload,
            contentType: picture.format.mediaType,
            width: picture.width,
            height: picture.height,
            bytes: picture.bytes.count
        )
    }

    private static func refusal(_ error: PictureError) -> ServiceError {
        switch error {
        case .unknownFormat:
            ServiceError(.unsupportedMediaType, "The file is no PNG, JPEG or WebP, whatever it is called.")
        case .tooManyBytes(let max):
            ServiceError(.tooLarge, "A picture may have at most \(max) bytes.", params: ["max": "\(max)"])
        case .tooManyPixels(let width, let height, let sideMax, let pixelsMax):
            .invalid([
                FieldError(
                    "image",
                    .outOfRange,
                    """
                    The picture has \(width) × \(height) pixels; it may have \(sideMax) on a side and \(pixelsMax) \
                    altogether.
                    """,
                    params: ["sideMax": "\(sideMax)", "pixelsMax": "\(pixelsMax)"]
                )
            ])
        case .unsupported(let reason):
            .invalid([FieldError("image", .notAllowed, "The picture cannot be taken. \(reason)")])
        case .damaged(let reason):
            .invalid([FieldError("image", .wrongFormat, "The picture is damaged. \(reason)")])
        }
    }
}
