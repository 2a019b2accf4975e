/// The accepted formats, which every browser can show.
package enum ImageFormat: String, Sendable, CaseIterable {
    case png
    case jpeg
    case webp

    /// Detects the format by the first bytes; nil for any other file.
    ///
    /// - Parameter bytes: The file, or its beginning.
    package init?(of bytes: some Collection<UInt8>) {
        let start = Array(bytes.prefix(12))
        if start.starts(with: PNGFile.signature) {
            self = .png
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.count == 12, start.starts(with: "RIFF".utf8), start[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The media type of responses.
    package var mediaType: String { "image/\(rawValue)" }

    /// The format's name for messages.
    package var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }
}
