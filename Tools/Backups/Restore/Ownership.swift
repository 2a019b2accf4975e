import FoundationEssentials
import Glibc
import Storage

/// Sets the owners of restored files: root restores, but other users run the services.
enum Ownership {
    /// As root, gives each file the owner of the file with the same path in another directory.
    ///
    /// A file without a counterpart gets the owner of the nearest parent directory that exists there.
    ///
    /// Without root rights, files stay with the current user.
    ///
    /// - Parameters:
    ///   - path: The directory with the files to change.
    ///   - other: The directory to copy owners from.
    ///   - hasModes: Whether directories also get the mode bits of their counterparts.
    /// - Throws: `FileFailure` for the first file that cannot be changed.
    static func copy(_ path: String, like other: String, hasModes: Bool) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) + [""] {
            let file = name.isEmpty ? path : "\(path)/\(name)"
            if geteuid() == 0, let owner = owner(of: name, in: other) {
                guard lchown(file, owner.user, owner.group) == 0 else { throw FileFailure("change the owner of", file) }
            }
            if hasModes, isDirectory(file), let mode = directoryMode("\(other)/\(name)") {
                guard chmod(file, mode) == 0 else { throw FileFailure("set the mode of", file) }
            }
        }
    }

    private static func isDirectory(_ path: String) -> Bool { directoryMode(path) != nil }

    /// Returns the mode bits of a directory, always with full access for its owner.
    private static func directoryMode(_ path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return (status.st_mode & 0o7777) | 0o700
    }

    private static func owner(of name: String, in directory: String) -> (user: uid_t, group: gid_t)? {
        var (name, status) = (name, stat())
        while lstat("\(directory)/\(name)", &status) != 0 {
            guard !name.isEmpty else { return nil }
            name = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? ""
        }
        return (status.st_uid, status.st_gid)
    }
}
