import FoundationEssentials
import Glibc
import Storage

/// Whose restored files are: root restores for those who run the services.
enum Ownership {
    /// Has root give each file of a directory to whom its namesake in another one belongs, or else the directory of that one.
    ///
    /// Anybody else keeps what they make.
    ///
    /// - Parameters:
    ///   - path: The directory that is handed over.
    ///   - other: The one that it is like.
    ///   - hasModes: Whether directories may also be entered by those who may enter their namesakes.
    /// - Throws: `FileFailure` for the first that cannot be handed over.
    static func hand(_ path: String, like other: String, hasModes: Bool) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) + [""] {
            let file = name.isEmpty ? path : "\(path)/\(name)"
            if geteuid() == 0, let owner = owner(of: name, in: other) {
                guard lchown(file, owner.user, owner.group) == 0 else { throw FileFailure("hand over", file) }
            }
            if hasModes, isDirectory(file), let mode = directoryMode("\(other)/\(name)") {
                guard chmod(file, mode) == 0 else { throw FileFailure("set who may enter", file) }
            }
        }
    }

    private static func isDirectory(_ path: String) -> Bool { directoryMode(path) != nil }

    /// The mode bits of a directory; its owner may always use it.
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
