package import Foundation

/// Images of the corpus, for every test that uploads one.
package enum TestPicture {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "StoredImages/Corpus")

    /// Returns a file of the corpus; `rgb.png` has 24 × 16 pixels and comments.
    package static func file(_ name: String = "rgb.png") throws -> Data {
        try Data(contentsOf: corpus.appending(path: name))
    }
}

/// Bytes as text.
package enum Base64 {
    /// Decodes the standard or the URL-safe alphabet, with or without padding; returns nil for other text.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: standard + padding).map { [UInt8]($0) }
    }

    /// Encodes bytes in pages, as the gateway uploads files.
    package static func pages(of bytes: some Sequence<UInt8>, bytesEach: Int) -> [String] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count, by: bytesEach).map { start in
            Data(bytes[start..<min(start + bytesEach, bytes.count)]).base64EncodedString()
        }
    }
}
