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
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileFailure("read", path) }
        defer { close(source) }
        let target = try copy.map(Self.create)
        defer { if let target { close(target) } }
        var (hash, count) = (SHA256(), 0)
        var portion = [UInt8](repeating: 0, count: Self.portionBytes)
        while true {
            let length = read(source, &portion, portion.count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw FileFailure("read", path) }
            if length == 0 { break }
            hash.update(data: portion[..<length])
            if let target, let copy { try Self.writeAll(portion[..<length], target, copy) }
            count += length
            try progress(length)
        }
        if let target, let copy, fsync(target) != 0 { throw FileFailure("write", copy) }
        bytes = count
        sha256 = hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    private static func create(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("make", path) }
        return descriptor
    }

    private static func writeAll(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32, _ path: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure("write", path) }
            rest.removeFirst(count)
        }
    }
}

/// Describes a failed file operation in one sentence, with the system's reason.
package struct FileFailure: Error, CustomStringConvertible {
    package let description: String

    /// Describes the system call that just failed, from `errno`.
    package init(_ verb: String, _ path: String) {
        description = "Cannot \(verb) \(path): \(String(cString: strerror(errno)))."
    }
}
