/// A picture that was checked: nothing in it but what is needed to show it.
package struct Picture: Sendable, Equatable {
    package let format: PictureFormat
    package let width: Int
    package let height: Int
    /// The file, without metadata and without anything behind its end.
    package let bytes: [UInt8]

    /// Checks a file and takes out what does not belong into a picture.
    ///
    /// Containers are rewritten part by part: what is not known to be needed is left out, such as positions, names of
    /// cameras, comments, thumbnails and whatever stands behind the end. Pixels are not decoded. Of metadata only the
    /// colour profile and the orientation stay, the latter in an Exif block of our own.
    ///
    /// - Parameters:
    ///   - file: The bytes, whatever they are.
    ///   - limits: How large the picture may be; its size is read from the header before anything else.
    /// - Throws: `PictureError`; nothing else, and it never traps.
    package init(cleaning file: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
        guard let format = PictureFormat(of: file) else { throw .unknownFormat }
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

    private static func size(of file: [UInt8], _ format: PictureFormat) throws(PictureError) -> PictureSize {
        switch format {
        case .png: try PNGFile.size(file)
        case .jpeg: try JPEGFile.size(file)
        case .webp: try WebPFile.size(file)
        }
    }
}

/// Width and height in pixels.
struct PictureSize: Sendable, Equatable {
    let width: Int
    let height: Int
}

/// How large a picture may be.
package struct PictureLimits: Sendable {
    /// Bytes of a file: a photograph of a telephone, as it comes.
    package static let bytesMaxDefault = 5 * 1_024 * 1_024

    package let bytesMax: Int
    /// Pixels of a side: as much as browsers and telephones can show at all.
    package let sideMax: Int
    /// Pixels altogether: decoded, some 160 MB, which is what a telephone's browser can bear.
    package let pixelsMax: Int

    package init(
        bytesMax: Int = PictureLimits.bytesMaxDefault,
        sideMax: Int = 8_192,
        pixelsMax: Int = 40_000_000
    ) {
        self.bytesMax = bytesMax
        self.sideMax = sideMax
        self.pixelsMax = pixelsMax
    }

    func check(_ size: PictureSize) throws(PictureError) {
        guard size.width > 0, size.height > 0 else { throw .damaged("It says that it has no pixels.") }
        guard size.width <= sideMax, size.height <= sideMax, size.width * size.height <= pixelsMax else {
            throw .tooManyPixels(width: size.width, height: size.height, sideMax: sideMax, pixelsMax: pixelsMax)
        }
    }
}

/// Why a file is not taken for a picture.
package enum PictureError: Error, Equatable {
    case unknownFormat
    case tooManyBytes(max: Int)
    case tooManyPixels(width: Int, height: Int, sideMax: Int, pixelsMax: Int)
    /// Of a kind that is not taken, said in a sentence.
    case unsupported(String)
    /// Not as its format says, said in a sentence.
    case damaged(String)
}
