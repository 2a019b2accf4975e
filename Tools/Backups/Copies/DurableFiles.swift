import CommandSupport
import FoundationEssentials
import Glibc
import Storage

/// File operations that are durable when the call returns.
package enum DurableFiles {
    /// Syncs a file, or the entries of a directory, to the disk.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFailure("write", path) }
    }

    /// Writes a file that only its owner may read.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("make", path) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw FileFailure("write", path)
        }
    }

    /// Creates a directory that only its owner may enter; its parent must exist.
    static func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw FileFailure("make the directory", path) }
    }

    /// Creates the parent directories of a file.
    static func makeParentDirectories(to path: String, below root: String) throws {
        var way = root
        for part in path.split(separator: "/").dropLast() {
            way += "/\(part)"
            if mkdir(way, 0o700) != 0, errno != EEXIST { throw FileFailure("make the directory", way) }
        }
    }

    /// Renames a file or directory on the same file system.
    static func rename(_ old: String, to new: String) throws {
        guard Glibc.rename(old, new) == 0 else { throw FileFailure("rename", "\(old) to \(new)") }
        try sync(parent(of: new))
    }

    /// Removes a directory with its content.
    package static func remove(_ path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw CommandFailure("Cannot remove \(path): \(error).")
        }
    }

    /// Syncs a directory and its subdirectories.
    ///
    /// The files must have been synced when they were written.
    static func syncTree(_ path: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let child = "\(path)/\(name)"
            var status = stat()
            if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { try syncTree(child) }
        }
        try sync(path)
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
