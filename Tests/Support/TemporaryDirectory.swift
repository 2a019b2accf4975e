package import Foundation

/// A new directory with a unique name, which is removed with its last reference.
///
/// Optimised code releases an object after its last use, even before the end of the scope. A test that goes on to use
/// the files therefore ends with ``remove()`` in a `defer`.
package final class TemporaryDirectory: Sendable, CustomStringConvertible {
    /// The path; short, because the paths of Unix sockets have at most 107 bytes.
    package let path: String

    package init() throws {
        let path = "/tmp/mw-\(UUID().uuidString.suffix(12).lowercased())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        self.path = path
    }

    deinit { remove() }

    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }
    package var description: String { path }

    /// Returns the path of a file in the directory.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }

    /// Returns whether a file with a name that begins with `prefix` contains the bytes, write-ahead logs included.
    ///
    /// Directories inside are not searched.
    package func filesContain(_ bytes: [UInt8], prefix: String = "") throws -> Bool {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: path).contains { name in
            var isDirectory: ObjCBool = false
            guard name.hasPrefix(prefix), manager.fileExists(atPath: file(name), isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { return false }
            return try Data(contentsOf: URL(filePath: file(name))).range(of: Data(bytes)) != nil
        }
    }

    package func filesContain(_ text: some StringProtocol, prefix: String = "") throws -> Bool {
        try filesContain(Array(text.utf8), prefix: prefix)
    }

    /// Removes the directory and everything in it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
