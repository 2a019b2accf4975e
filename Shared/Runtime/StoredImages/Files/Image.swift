import Contracts

/// A verified image that contains only what is needed to show it.
package struct Image: Sendable, Equatable {
    package let format: ImageFormat
    package let width: Int
    package let height: Int
    /// The file, without metadata and trailing bytes.
    package let bytes: [UInt8]

    /// Verifies a file and removes everything that is not needed to show it.
    ///
    /// Containers are rewritten part by part. Parts that are not known to be needed are dropped: positions, camera
    /// names, comments, thumbnails and trailing bytes. Pixels are not decoded. Of the metadata, only the colour profile
    /// and the orientation remain, the latter in a new Exif block.
    ///
    /// - Parameters:
    ///   - file: Any bytes.
    ///   - limits: The maximum size; the dimensions are read from the header before anything else.
    /// - Throws: Only `ImageError`; no input causes a trap.
    package init(cleaning file: [UInt8], limits: ImageLimits = ImageLimits()) throws(ImageError) {
        guard let format = ImageFormat(of: file) else { throw .unknownFormat }
        guard file.count <= limits.bytesMax else { throw .tooManyBytes(max: limits.bytesMax) }
        let size = try Self.size(of: file, format)
        try limits.check(size)
        let bytes =
            switch format {
            case .png: try PNGFile.cleaned(file)
            case .jpeg: try JPEGFile.cleaned(file)
            case .webp: try WebPFile.cleaned(file, size)
            }
        self.format = format
        width = size.width
        height = size.height
        self.bytes = bytes
    }

    private static func size(of file: [UInt8], _ format: ImageFormat) throws(ImageError) -> ImageSize {
        switch format {
        case .png: try PNGFile.size(file)
        case .jpeg: try JPEGFile.size(file)
        case .webp: try WebPFile.size(file)
        }
    }
}

/// Width and height in pixels.
struct ImageSize: Sendable, Equatable {
    let width: Int
    let height: Int
}

/// The maximum size of an image.
package struct ImageLimits: Sendable {
    package let bytesMax: Int
    /// The maximum of pixels on a side; browsers and telephones cannot show more.
    package let sideMax: Int
    /// The maximum of pixels in all; decoded, they take some 160 MB, which a telephone's browser can still handle.
    package let pixelsMax: Int

    package init(
        bytesMax: Int = ImageTransfer.imageBytesMax,
        sideMax: Int = 8_192,
        pixelsMax: Int = 40_000_000
    ) {
        self.bytesMax = bytesMax
        self.sideMax = sideMax
        self.pixelsMax = pixelsMax
    }

    func check(_ size: ImageSize) throws(ImageError) {
        guard size.width > 0, size.height > 0 else { throw .damaged("Its header says that it has no pixels.") }
        guard size.width <= sideMax, size.height <= sideMax, size.width * size.height <= pixelsMax else {
            throw .tooManyPixels(width: size.width, height: size.height, sideMax: sideMax, pixelsMax: pixelsMax)
        }
    }
}

/// Reasons to reject a file.
package enum ImageError: Error, Equatable {
    case unknownFormat
    case tooManyBytes(max: Int)
    case tooManyPixels(width: Int, height: Int, sideMax: Int, pixelsMax: Int)
    /// A kind that is not supported; the text is a sentence.
    case unsupported(String)
    /// A violation of the format; the text is a sentence.
    case damaged(String)
}
