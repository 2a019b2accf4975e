import FoundationEssentials
import Glibc
import Storage

/// Directories of restores that have not finished, recognized by a marker file, and leftovers of killed restores.
///
/// A directory with a staged name but without a marker is the replaced one: the restore was killed before renaming it.
enum UnfinishedRestore {
    private static let marker = ".mealwire-restore-unfinished"
    /// The suffix, before the time, of a directory that is to replace another one.
    static let stagedSuffix = ".restoring-"
    /// The suffix, before the time, of a directory that was replaced.
    static let replacedSuffix = ".replaced-"

    static func mark(_ directory: String) throws {
        try DurableFiles.write([], to: "\(directory)/\(marker)")
    }

    /// Removes the marker: the directory has replaced the old one, or was never staged.
    static func unmark(_ directory: String) throws {
        let marker = "\(directory)/\(marker)"
        guard unlink(marker) == 0 || errno == ENOENT || errno == ENOTDIR else { throw FileFailure("remove", marker) }
    }

    /// Removes a marked directory, the marker last: a partly removed directory still counts as unfinished.
    static func discard(_ directory: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name != marker {
            try DurableFiles.remove("\(directory)/\(name)")
        }
        try DurableFiles.remove(directory)
    }

    /// Cleans up after killed restores of a data directory.
    static func cleanUp(_ data: String) throws {
        // Otherwise a later run could move the current directory aside and treat it as unfinished.
        try unmark(data)
        let parent = DurableFiles.parent(of: data)
        let begin = (data.split(separator: "/").last.map(String.init) ?? "") + stagedSuffix
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) where name.hasPrefix(begin) {
            let path = "\(parent)/\(name)"
            // A directory that was just created is empty.
            if rmdir(path) == 0 { continue }
            if StackFiles.fileExists("\(path)/\(marker)") {
                try discard(path)
            } else {
                try DurableFiles.rename(path, to: data + replacedSuffix + name.dropFirst(begin.count))
            }
        }
    }
}
