package import CommandSupport
import Glibc

/// Checks for free space on a disk.
package enum FreeSpace {
    /// A fixed reserve for growing databases, directories and other writers.
    private static let reserveBytes = 16 << 20
    /// A reserve of one part in this many of the copied bytes.
    private static let reserveDivisor = 20

    /// Returns the space required to copy the given number of bytes.
    package static func needed(for bytes: Int) -> Int { bytes + bytes / reserveDivisor + reserveBytes }

    /// Throws unless there is enough space.
    ///
    /// - Parameters:
    ///   - directory: A directory on the file system to check.
    ///   - bytes: The number of bytes to be written.
    ///   - what: The purpose, such as "a backup".
    /// - Throws: `CommandFailure` if there is not enough space.
    package static func require(in directory: String, for bytes: Int, _ what: String) throws(CommandFailure) {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else {
            throw CommandFailure("Cannot determine the free space of \(directory): \(systemReason()).")
        }
        let (free, needed) = (Int(status.f_bavail) * Int(status.f_frsize), needed(for: bytes))
        guard free >= needed else {
            throw CommandFailure(
                "The disk of \(directory) has \(ByteText.text(free)) free, but \(what) needs \(ByteText.text(needed))."
            )
        }
    }
}

/// Formats sizes for users.
package enum ByteText {
    private static let units = ["kB", "MB", "GB", "TB"]

    /// Returns a size with about three digits: `812 B`, `4.2 MB`.
    package static func text(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var (amount, unit) = (Double(bytes) / 1_000, 0)
        while amount >= 999.95, unit < units.count - 1 { (amount, unit) = (amount / 1_000, unit + 1) }
        let tenths = Int((amount * 10).rounded())
        return tenths >= 1_000 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
