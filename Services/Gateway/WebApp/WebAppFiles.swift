import Crypto
import Foundation
package import NIOCore
import WebApp

/// The files of the web app, read, compressed and named by their digest once.
package struct WebAppFiles: Sendable {
    /// One file as it is sent.
    package struct File: Sendable {
        package let mediaType: String
        /// The start of the SHA-256 of the bytes without compression, by which the worker finds what has not changed.
        package let hash: String
        /// Nil if compression would not make the file smaller.
        package let gzip: ByteBuffer?
        /// The number of bytes without compression.
        private let size: Int
        /// The bytes of a file without ``gzip``.
        private let stored: ByteBuffer

        init(_ bytes: [UInt8], mediaType: String) {
            self.mediaType = mediaType
            hash = WebAppFiles.hex(SHA256.hash(data: bytes), count: hashBytes)
            let compressed = Gzip.encode(bytes)
            gzip = compressed.flatMap { $0.count < bytes.count ? ByteBuffer(bytes: $0) : nil }
            size = bytes.count
            stored = gzip == nil ? ByteBuffer(bytes: bytes) : ByteBuffer()
        }

        /// The bytes without compression; nil if there is not enough memory.
        ///
        /// Browsers accept gzip, so the text of the app, 1.5 MB, is not kept for others.
        package var plain: ByteBuffer? {
            guard let gzip else { return stored }
            return Gzip.decode(Array(gzip.readableBytesView), size: size).map { ByteBuffer(bytes: $0) }
        }
    }

    /// A folder without the app; stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The media types of the files that are served; others in the folder are for developers.
    private static let mediaTypes: [String: String] = [
        "css": "text/css; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "png": "image/png",
        "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json",
    ]
    private static let withComments: Set<String> = ["css", "js"]
    private static let pagePath = "index.html"
    private static let workerPath = "worker.js"
    private static let entryPath = "app.js"
    /// What the sources have instead of the digest, and of the lists of modules and files.
    private static let digestPlaceholder = "/app/DIGEST"
    private static let preloadPlaceholder = "<!-- PRELOAD -->"
    private static let filesPlaceholder = "{ \"FILES\": \"\" }"
    /// Enough to tell versions of the app apart.
    private static let digestBytes = 12
    /// Enough to tell two versions of one file apart: a hash is compared with nothing else.
    private static let hashBytes = 6

    /// The folder's digest, which names one version of the app.
    package let digest: String
    /// The page, which names all other files.
    package let page: File
    /// The worker that keeps this version for use without a connection; nil if the folder has none.
    package let worker: File?
    /// The other files by their paths.
    package let files: [String: File]

    /// The path under which the files are served.
    package var prefix: String { "/app/\(digest)" }
    /// The entity tag of the page.
    package var entityTag: ContentTag { ContentTag(digest: digest) }

    /// Reads the files of the web app.
    ///
    /// - Throws: ``Failure`` if they are missing.
    package static func bundled() throws -> WebAppFiles {
        try WebAppFiles(directory: WebApp.directory)
    }

    /// Reads a folder.
    ///
    /// - Parameter directory: The path of the folder.
    /// - Throws: ``Failure`` if it has no page, or a file that cannot be read.
    package init(directory: String) throws {
        var contents: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory)
        where Self.mediaTypes[Self.suffix(path)] != nil {
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(path)") else {
                throw Failure(description: "The file \(directory)/\(path) cannot be read.")
            }
            contents[path] = Array(data)
        }
        try self.init(contents)
    }

    /// Prepares files.
    ///
    /// - Parameter contents: The files' bytes by their paths.
    /// - Throws: ``Failure`` if there is no page.
    package init(_ contents: [String: [UInt8]]) throws {
        guard let page = contents[Self.pagePath] else {
            throw Failure(description: "The web app has no \(Self.pagePath); install the gateway with its resources.")
        }
        let digest = Self.digest(of: contents)
        let contents = Self.withJoinedStyles(contents)
        var files: [String: File] = [:]
        for (path, bytes) in contents where ![Self.pagePath, Self.workerPath].contains(path) {
            let suffix = Self.suffix(path)
            guard let mediaType = Self.mediaTypes[suffix] else { continue }
            let isText = Self.withComments.contains(suffix)
            let text = isText ? WebAppText.withoutComments(String(decoding: bytes, as: UTF8.self)) : ""
            files[path] = File(isText ? Array(text.utf8) : bytes, mediaType: mediaType)
        }
        let modules = Self.modules(from: Self.entryPath, in: contents)
        let links = modules.map { "<link rel=\"modulepreload\" href=\"/app/\(digest)/\($0)\">" }
        let text = String(decoding: page, as: UTF8.self)
            .replacing(Self.preloadPlaceholder, with: links.joined(separator: "\n    "))
            .replacing(Self.digestPlaceholder, with: "/app/\(digest)")
        self.page = File(Array(text.utf8), mediaType: Self.mediaTypes["html"] ?? "")
        worker = contents[Self.workerPath].map { bytes in
            let list = files.sorted { $0.key < $1.key }.map { path, file in "\"\(path)\":\"\(file.hash)\"" }
            let text = WebAppText.withoutComments(String(decoding: bytes, as: UTF8.self))
                .replacing(Self.filesPlaceholder, with: "{\(list.joined(separator: ","))}")
                .replacing(Self.digestPlaceholder, with: "/app/\(digest)")
            return File(Array(text.utf8), mediaType: Self.mediaTypes["js"] ?? "")
        }
        self.digest = digest
        self.files = files
    }

    /// Joins the style sheets of each folder `styles/<name>/` to one file, `styles/<name>.css`, and those of a module,
    /// `modules/<name>/styles/`, to `modules/<name>/styles.css`, in the order of their names.
    ///
    /// A browser then asks once for the styles of a screen, and short files stay easy to read.
    private static func withJoinedStyles(_ contents: [String: [UInt8]]) -> [String: [UInt8]] {
        var joined: [String: [UInt8]] = [:]
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            let folders = path.split(separator: "/").dropLast()
            let isPart = suffix(path) == "css" && folders.count >= 2 && folders.suffix(2).contains("styles")
            joined[isPart ? "\(folders.joined(separator: "/")).css" : path, default: []] += bytes
        }
        return joined
    }

    /// Returns a module and all that it imports at once, each once, the ones that are mentioned first at the front.
    private static func modules(from entry: String, in contents: [String: [UInt8]]) -> [String] {
        var found = [entry]
        var next = 0
        while next < found.count {
            let path = found[next]
            next += 1
            let text = String(decoding: contents[path] ?? [], as: UTF8.self)
            for imported in WebAppText.imports(of: text, at: path) where !found.contains(imported) {
                if contents[imported] != nil { found.append(imported) }
            }
        }
        return found
    }

    private static func digest(of contents: [String: [UInt8]]) -> String {
        var hash = SHA256()
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            // Lengths separate the parts, so that no two folders hash the same bytes.
            hash.update(data: Array("\(path.utf8.count) \(path) \(bytes.count) ".utf8))
            hash.update(data: bytes)
        }
        return hex(hash.finalize(), count: digestBytes)
    }

    /// Returns the first bytes of a hash in lower-case hexadecimal digits.
    private static func hex(_ hash: SHA256.Digest, count: Int) -> String {
        hash.prefix(count).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0\(text)" : text
        }.joined()
    }

    private static func suffix(_ path: String) -> String {
        path.split(separator: "/").last.flatMap { $0.split(separator: ".").last }.map(String.init) ?? ""
    }
}
