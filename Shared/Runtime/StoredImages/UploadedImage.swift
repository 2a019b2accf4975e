import Contracts
import Crypto
import FoundationEssentials

/// An uploaded file after verification and cleaning.
package struct UploadedImage: Sendable {
    /// The metadata; the id is that of the upload.
    package let stored: StoredImage
    /// The bytes in pages, as they are stored and sent.
    let pages: [Data]
    /// The SHA-256 of the original file: under one idempotency key, the same file means the same request.
    let digest: [UInt8]

    /// Verifies an upload on the thread pool, because megabytes take milliseconds.
    ///
    /// - Throws: `unsupportedMediaType`, `tooLarge`, or `invalid` with the reason.
    @concurrent
    static func check(_ pages: [Data], of upload: ImageID) async throws(ServiceError) -> UploadedImage {
        let file = pages.flatMap { [UInt8]($0) }
        do throws(ImageError) {
            return UploadedImage(try Image(cleaning: file), of: upload, digest: Array(SHA256.hash(data: file)))
        } catch {
            throw refusal(error)
        }
    }

    private init(_ image: Image, of upload: ImageID, digest: [UInt8]) {
        stored = StoredImage(
            id: upload,
            contentType: image.format.mediaType,
            width: image.width,
            height: image.height,
            bytes: image.bytes.count
        )
        pages = stride(from: 0, to: image.bytes.count, by: ImageTransfer.pageBytesMax).map { start in
            Data(image.bytes[start..<min(start + ImageTransfer.pageBytesMax, image.bytes.count)])
        }
        self.digest = digest
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
