import GRDBSQLite

/// SQLite's layer for files with logs that are written a transaction at a time; all other files are the system's own.
///
/// A batch of writes changes some hundred pages. Two calls of the system for each were a quarter of the processor time of a
/// service that writes, and each took its own look at the file system's bookkeeping.
enum LogFileSystem {
    /// Has all databases that this process opens from now on use it.
    ///
    /// - Throws: `StorageError` if SQLite does not take it.
    static func use(for path: String) throws {
        guard isRegistered else {
            throw StorageError.cannotOpen(path: path, reason: "SQLite did not take the layer for its files.")
        }
    }

    private static let name: StaticString = "mealwire"

    /// The layer that SQLite comes with, which is still beneath this one.
    nonisolated(unsafe) private static let parent = sqlite3_vfs_find(nil)

    private static let isRegistered: Bool = {
        guard let parent else { return false }
        var system = parent.pointee
        system.pNext = nil
        system.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        system.szOsFile = LogFile.size(withParent: system.szOsFile)
        system.xOpen = { _, name, file, flags, outFlags in
            guard let file else { return SQLITE_MISUSE }
            return open(name, file, flags, outFlags)
        }
        let place = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        place.initialize(to: system)
        return sqlite3_vfs_register(place, 1) == SQLITE_OK
    }()

    private static func open(
        _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let parent else { return SQLITE_MISUSE }
        guard flags & SQLITE_OPEN_WAL != 0 else { return parent.pointee.xOpen(parent, name, file, flags, outFlags) }
        // A file without functions counts as not opened.
        file.pointee.pMethods = nil
        let result = parent.pointee.xOpen(parent, name, LogFile.parent(of: file), flags, outFlags)
        if result == SQLITE_OK { LogFile.begin(file) }
        return result
    }
}
