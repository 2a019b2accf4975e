import Foundation
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

extension SealingKey {
    /// Where a data directory has it.
    static func path(in directory: String) -> String { "\(directory)/auth.sealing-key" }

    /// Why a key cannot be used; stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ path: String, _ reason: String) {
            description = "The key of second factors, \(path), \(reason)."
        }
    }

    /// Reads the key, or makes it where there is no file.
    ///
    /// Call it after the database was opened: whoever has that lock is the only one who makes a key.
    ///
    /// - Parameter path: Of the file.
    /// - Returns: The key.
    /// - Throws: `Failure` if the file cannot be read or written, holds no key, or others could read it.
    package static func load(_ path: String) throws -> SealingKey {
        guard FileManager.default.fileExists(atPath: path) else { return try makeFile(path) }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard let mode = attributes[.posixPermissions] as? NSNumber,
            mode.intValue & 0o077 == 0 || Credentials.contain(path)
        else {
            throw Failure(path, "may be read by others; `chmod 600 \(path)` keeps it secret")
        }
        guard let content = FileManager.default.contents(atPath: path),
            let text = String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace).first,
            let key = SealingKey(text: String(text))
        else { throw Failure(path, "holds no key; bring the file back from a backup, or remove it for a new one") }
        return key
    }

    /// Writes a new key under another name first, so that a crash leaves a whole key or none.
    private static func makeFile(_ path: String) throws -> SealingKey {
        let (key, temporary) = (SealingKey.make(), path + ".new")
        let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure(path, "cannot be made: \(String(cString: strerror(errno)))") }
        let bytes = Array("\(key.text)\n".utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(temporary, path) == 0, syncDirectory(of: path) else {
            throw Failure(path, "cannot be written")
        }
        return key
    }

    /// Brings the new name to the disk, before anything is sealed with what it names.
    private static func syncDirectory(of path: String) -> Bool {
        let directory = path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
        let descriptor = Glibc.open(directory.isEmpty ? "/" : directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
