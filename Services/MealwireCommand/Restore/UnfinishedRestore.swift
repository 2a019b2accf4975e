import FoundationEssentials
import Glibc
import Storage

/// Directories that have not taken their place yet, told apart by a marker in them, and what killed restores leave.
///
/// What has a staged name and no marker is what was there before: a restore was killed before it could give it another name.
enum UnfinishedRestore {
    private static let marker = ".mealwire-restore-unfinished"
    /// The end of the name of a directory that is to take the place of another, before the time.
    static let stagedEnd = ".restoring-"
    /// The same for one whose place was taken.
    static let replacedEnd = ".replaced-"

    static func mark(_ directory: String) throws {
        try DurableFiles.write([], to: "\(directory)/\(marker)")
    }

    /// It has taken its place, or never was one.
    static func unmark(_ directory: String) throws {
        let marker = "\(directory)/\(marker)"
        guard unlink(marker) == 0 || errno == ENOENT || errno == ENOTDIR else { throw FileFailure("remove", marker) }
    }

    /// Removes a marked directory, the marker last, so that one which is removed in part does not pass for something else.
    static func discard(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name != marker {
            try DurableFiles.remove("\(directory)/\(name)")
        }
        try DurableFiles.remove(directory)
    }

    /// Sees to what restores of a data directory have left that were killed.
    static func clearUp(_ data: String) throws {
        // Else what is there could later be put aside as something unfinished.
        try unmark(data)
        let parent = DurableFiles.parent(of: data)
        let begin = (data.split(separator: "/").last.map(String.init) ?? "") + stagedEnd
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) where name.hasPrefix(begin) {
            let path = "\(parent)/\(name)"
            // One that was just made has nothing in it.
            if rmdir(path) == 0 { continue }
            if SetFiles.isThere("\(path)/\(marker)") {
                try discard(path)
            } else {
                try DurableFiles.rename(path, to: data + replacedEnd + name.dropFirst(begin.count))
            }
        }
    }
}
