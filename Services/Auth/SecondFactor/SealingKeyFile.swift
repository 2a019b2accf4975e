import Foundation
import Settings

#if canImport(Glibc)
import Glibc
#endif

extension SealingKey {
    /// Returns the default path in a data directory.
    static func path(in directory: String) -> String { "\(directory)/auth.sealing-key" }

    /// The reason why a key cannot be used; it stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ path: String, _ reason: String) {
            description = "The key of second factors, \(path), \(reason)."
        }
    }

    /// Reads the key, or creates it if the file does not exist.
    ///
    /// Call it after the database was opened: the lock of the database ensures that only one process creates a key.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The key.
    /// - Throws: `Failure` if the file cannot be read or written, contains no key, or is readable by other users.
    package static func load(_ path: String) throws -> SealingKey {
        guard FileManager.default.fileExists(atPath: path) else { return try makeFile(path) }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard let mode = attributes[.posixPermissions] as? NSNumber,
            mode.intValue & 0o077 == 0 || Credentials.contain(path)
        else {
            throw Failure(path, "is readable by other users; run `chmod 600 \(path)`")
        }
        guard let content = FileManager.default.contents(atPath: path),
            let text = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace).first,
            let key = SealingKey(text: String(text))
        else {
            throw Failure(path, "contains no key; restore the file from a backup, or remove it to create a new one")
        }
        return key
    }

    /// Writes a new key to a temporary name first, so that a crash leaves a complete key or none.
    private static func makeFile(_ path: String) throws -> SealingKey {
        let (key, temporary) = (SealingKey.make(), path + ".new")
        let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure(path, "cannot be created: \(String(cString: strerror(errno)))") }
        let bytes = Array("\(key.text)\n".utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0, syncDirectory(of: path) else {
            throw Failure(path, "cannot be written")
        }
        return key
    }

    /// Flushes the directory to disk, before any secret is encrypted with the new key.
    private static func syncDirectory(of path: String) -> Bool {
        let directory = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        let descriptor = Glibc.open(directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
