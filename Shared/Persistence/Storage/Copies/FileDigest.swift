import Crypto
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file's length and SHA-256, computed in chunks.
package struct FileDigest: Codable, Sendable, Equatable {
    /// Bytes per read: large enough for a disk, small enough for a small machine.
    private static let portionBytes = 1 << 20

    package var bytes: Int
    /// In hexadecimal digits, as `sha256sum` writes it.
    package var sha256: String

    package init(bytes: Int, sha256: String) {
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// Computes the digest of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - copy: The path of an optional copy of the bytes. The copy is readable by its owner alone, and is on disk
    ///     when this returns.
    ///   - progress: Receives the number of bytes read since the previous call; throws to cancel.
    /// - Throws: `FileFailure` if the file cannot be read or the copy cannot be written; what the closure throws.
    package init(of path: String, copyingTo copy: String? = nil, progress: (Int) throws -> Void = { _ in }) throws {
        var target: NewFile?
        self = try Self.digest(path) {
            target = try copy.map { try NewFile($0) }
        } each: { portion in
            try target?.append(portion)
            try progress(portion.count)
        }
        try target?.sync()
    }

    /// Computes the digest of a file, and passes its bytes on.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - each: Receives the bytes in portions; throws to cancel.
    /// - Throws: `FileFailure` if the file cannot be read; what the closure throws.
    package init(reading path: String, each: (ArraySlice<UInt8>) throws -> Void) throws {
        self = try Self.digest(path, opened: {}, each: each)
    }

    private static func digest(
        _ path: String,
        opened: () throws -> Void,
        each: (ArraySlice<UInt8>) throws -> Void
    ) throws -> FileDigest {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileFailure("read", path) }
        defer { close(source) }
        try opened()
        var builder = FileDigestBuilder()
        var portion = [UInt8](repeating: 0, count: portionBytes)
        while true {
            let length = read(source, &portion, portion.count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw FileFailure("read", path) }
            if length == 0 { return builder.digest() }
            builder.add(portion[..<length])
            try each(portion[..<length])
        }
    }
}

/// Computes the digest of bytes that arrive in portions.
package struct FileDigestBuilder {
    private var hash = SHA256()
    private var bytes = 0

    package init() {}

    package mutating func add(_ portion: ArraySlice<UInt8>) {
        hash.update(data: portion)
        bytes += portion.count
    }

    /// Returns the digest of all bytes so far.
    package func digest() -> FileDigest {
        let digits = hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return FileDigest(bytes: bytes, sha256: digits.joined())
    }
}
