import Glibc

/// Room on a disk.
package enum FreeSpace {
    /// Besides what is copied: what a database grows by meanwhile, directories, and whoever else writes.
    private static let reserveBytes = 16 << 20
    /// The same as a share of what is copied.
    private static let reservePart = 20

    /// What copying so many bytes asks for.
    package static func needed(for bytes: Int) -> Int { bytes + bytes / reservePart + reserveBytes }

    /// Refuses to begin what would not end.
    ///
    /// - Parameters:
    ///   - directory: On the disk that is written to.
    ///   - bytes: That will be written.
    ///   - what: What they are, such as "a backup".
    /// - Throws: `SetFailure` if there is not enough room.
    static func require(in directory: String, for bytes: Int, _ what: String) throws(SetFailure) {
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else {
            throw SetFailure("Cannot look how much room \(directory) has: \(systemReason()).")
        }
        let (free, needed) = (Int(status.f_bavail) * Int(status.f_frsize), needed(for: bytes))
        guard free >= needed else {
            throw SetFailure(
                "The disk of \(directory) has \(ByteText.text(free)) left, but \(what) needs \(ByteText.text(needed))."
            )
        }
    }
}

/// Amounts of data as people read them.
package enum ByteText {
    private static let units = ["kB", "MB", "GB", "TB"]

    /// With three digits or so: `812 B`, `4.2 MB`.
    package static func text(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var (amount, unit) = (Double(bytes) / 1_000, 0)
        while amount >= 999.95, unit < units.count - 1 { (amount, unit) = (amount / 1_000, unit + 1) }
        let tenths = Int((amount * 10).rounded())
        return tenths >= 1_000 ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
