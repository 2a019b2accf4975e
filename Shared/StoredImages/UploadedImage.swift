package import Contracts
import Crypto
package import FoundationEssentials
package import Pictures

/// An uploaded file after verification and cleaning.
package struct UploadedPicture: Sendable {
    package let picture: Picture
    /// The SHA-256 of the original file: under one idempotency key, the same file means the same request.
    package let digest: [UInt8]

    /// Verifies an upload on the thread pool, because megabytes take milliseconds.
    ///
    /// - Throws: `unsupportedMediaType`, `tooLarge`, or `invalid` with the reason.
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

    /// The picture in pages, as it is stored and sent.
    package var pages: [Data] {
        stride(from: 0, to: picture.bytes.count, by: PictureTransfer.pageBytesMax).map { start in
            Data(picture.bytes[start..<min(start + PictureTransfer.pageBytesMax, picture.bytes.count)])
        }
    }

    /// Returns the metadata to store.
    ///
    /// - Parameter upload: The upload; its id becomes the picture's.
    /// - Returns: The metadata.
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
            ServiceError(.unsupportedMediaType, "The file is not a PNG, JPEG or WebP.")
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
            .invalid([FieldError("image", .notAllowed, "The picture is not supported. \(reason)")])
        case .damaged(let reason):
            .invalid([FieldError("image", .wrongFormat, "The picture is damaged. \(reason)")])
        }
    }
}
