package import Contracts
import Crypto
package import FoundationEssentials

/// An uploaded file after verification and cleaning.
package struct UploadedImage: Sendable {
    package let image: Image
    /// The SHA-256 of the original file: under one idempotency key, the same file means the same request.
    package let digest: [UInt8]

    /// Verifies an upload on the thread pool, because megabytes take milliseconds.
    ///
    /// - Throws: `unsupportedMediaType`, `tooLarge`, or `invalid` with the reason.
    @concurrent
    package static func check(_ pages: [Data]) async throws(ServiceError) -> UploadedImage {
        let file = pages.flatMap { [UInt8]($0) }
        do throws(ImageError) {
            return UploadedImage(image: try Image(cleaning: file), digest: Array(SHA256.hash(data: file)))
        } catch {
            throw refusal(error)
        }
    }

    /// The image in pages, as it is stored and sent.
    package var pages: [Data] {
        stride(from: 0, to: image.bytes.count, by: ImageTransfer.pageBytesMax).map { start in
            Data(image.bytes[start..<min(start + ImageTransfer.pageBytesMax, image.bytes.count)])
        }
    }

    /// Returns the metadata to store.
    ///
    /// - Parameter upload: The upload; its id becomes the image's.
    /// - Returns: The metadata.
    package func stored(as upload: ImageID) -> StoredImage {
        StoredImage(
            id: upload,
            contentType: image.format.mediaType,
            width: image.width,
            height: image.height,
            bytes: image.bytes.count
        )
    }

    private static func refusal(_ error: ImageError) -> ServiceError {
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
