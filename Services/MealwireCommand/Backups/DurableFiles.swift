import FoundationEssentials
import Glibc
import Storage

/// Files and directories that are on the disk when a call returns.
enum DurableFiles {
    /// Brings a file or a directory's names to the disk.
    static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFailure("write", path) }
    }

    /// Writes a file for its owner alone.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("make", path) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw FileFailure("write", path)
        }
    }

    /// Makes a directory for its owner alone, in one that is there.
    static func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else { throw FileFailure("make the directory", path) }
    }

    /// Makes the directories on the way to a file.
    static func makeWay(to path: String, below root: String) throws {
        var way = root
        for part in path.split(separator: "/").dropLast() {
            way += "/\(part)"
            if mkdir(way, 0o700) != 0, errno != EEXIST { throw FileFailure("make the directory", way) }
        }
    }

    /// Gives something another name on the same disk.
    static func rename(_ old: String, to new: String) throws {
        guard Glibc.rename(old, new) == 0 else { throw FileFailure("rename", "\(old) to \(new)") }
        try sync(parent(of: new))
    }

    /// Removes a directory and all in it.
    static func remove(_ path: String) throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw SetFailure("Cannot remove \(path): \(error).")
        }
    }

    /// Brings a directory, its directories and their names to the disk; the files were brought there as they were written.
    static func syncTree(_ path: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let child = "\(path)/\(name)"
            var status = stat()
            if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { try syncTree(child) }
        }
        try sync(path)
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
