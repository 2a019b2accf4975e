/// JPEG (ITU-T T.81) in the variants JFIF, Exif and Adobe.
enum JPEGFile {
    /// The maximum of scans in a progressive image: encoders write some ten, and each makes a decoder process all
    /// pixels.
    private static let scansMax = 64
    /// The allowed numbers of colour components in a frame.
    private static let colourCounts: Set<UInt8> = [1, 3, 4]
    /// JFIF 1.02 without density and thumbnail.
    private static let jfif: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0]

    /// Reads the size from the frame header.
    static func size(_ file: [UInt8]) throws(ImageError) -> ImageSize {
        var segments = JPEGSegments(file)
        while let segment = try segments.next(), segment.marker != JPEGMarker.startOfScan {
            if let size = try frameSize(segment) { return size }
        }
        throw .damaged("It has no frame header.")
    }

    private static func frameSize(_ segment: JPEGSegments.Segment) throws(ImageError) -> ImageSize? {
        if JPEGMarker.otherFrames.contains(segment.marker) {
            throw .unsupported("It is a lossless, hierarchical or arithmetic JPEG, which browsers do not show.")
        }
        guard JPEGMarker.shownFrames.contains(segment.marker) else { return nil }
        var numbers = ByteReader(Array(segment.data))
        guard try numbers.byte() == 8 else { throw .unsupported("It has more than 8 bits a colour.") }
        let (height, width) = (try numbers.bigEndian(2), try numbers.bigEndian(2))
        let colours = try numbers.byte()
        guard colourCounts.contains(colours), segment.data.count == 6 + 3 * Int(colours) else {
            throw .damaged("Its frame header is invalid.")
        }
        return ImageSize(width: width, height: height)
    }

    /// Returns the file without the parts that are not needed to show it.
    static func cleaned(_ file: [UInt8]) throws(ImageError) -> [UInt8] {
        var (segments, head, body, scans) = (JPEGSegments(file), Head(), [UInt8](), 0)
        var hasFrame = false
        while let segment = try segments.next() {
            if try frameSize(segment) != nil {
                guard !hasFrame else { throw .damaged("It has two frames.") }
                hasFrame = true
                body += segment.bytes
            } else if segment.marker == JPEGMarker.startOfScan {
                scans += 1
                guard hasFrame, scans <= scansMax else {
                    throw .damaged("It has too many scans, or a scan before its frame.")
                }
                body += segment.bytes
                body += try segments.codedPixels(of: file)
            } else if JPEGMarker.isTable(segment.marker) {
                body += segment.bytes
            } else if JPEGMarker.applications.contains(segment.marker) {
                head.add(segment)
            } else if segment.marker != JPEGMarker.comment {
                throw .damaged("It has an unknown segment.")
            }
        }
        guard scans > 0 else { throw .damaged("It has no pixels.") }
        return [0xFF, JPEGMarker.startOfImage] + head.bytes + body + [0xFF, JPEGMarker.endOfImage]
    }

    /// The application segments to keep.
    private struct Head {
        private static let exif = Array("Exif\0\0".utf8)
        private static let profile = Array("ICC_PROFILE\0".utf8)
        private static let adobe = Array("Adobe".utf8)
        /// The length of the Adobe segment that defines the colour transform (T.872 §6.5.3).
        private static let adobeBytes = 12

        private var isJFIF = false
        private var orientation: Int?
        private var adobeData: ArraySlice<UInt8>?
        private var profiles: [UInt8] = []

        mutating func add(_ segment: JPEGSegments.Segment) {
            switch segment.marker {
            case 0xE0 where segment.data.starts(with: "JFIF\0".utf8): isJFIF = true
            case 0xE1 where segment.data.starts(with: Self.exif):
                orientation = orientation ?? Orientation.value(inTIFF: Array(segment.data.dropFirst(Self.exif.count)))
            case 0xE2 where segment.data.starts(with: Self.profile): profiles += segment.bytes
            case 0xEE where segment.data.starts(with: Self.adobe) && segment.data.count >= Self.adobeBytes:
                adobeData = segment.data.prefix(Self.adobeBytes)
            default: return
            }
        }

        var bytes: [UInt8] {
            var bytes = isJFIF ? JPEGSegments.bytes(0xE0, JPEGFile.jfif) : []
            if let orientation { bytes += JPEGSegments.bytes(0xE1, Self.exif + Orientation.tiff(orientation)) }
            bytes += profiles
            if let adobeData { bytes += JPEGSegments.bytes(0xEE, adobeData) }
            return bytes
        }
    }
}
