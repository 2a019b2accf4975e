import FoundationEssentials
import Glibc
import Storage

/// Whose restored files are: root restores for those who run the services.
enum Ownership {
    /// Has root give each file of a directory to whom its namesake in another one belongs, or else the directory of that one.
    ///
    /// Anybody else keeps what they make.
    static func hand(_ path: String, like other: String) throws {
        guard geteuid() == 0 else { return }
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) + [""] {
            guard let owner = owner(of: name, in: other) else { continue }
            let file = name.isEmpty ? path : "\(path)/\(name)"
            guard lchown(file, owner.user, owner.group) == 0 else { throw FileFailure("hand over", file) }
        }
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
