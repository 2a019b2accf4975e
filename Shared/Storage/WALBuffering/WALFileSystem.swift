import GRDBSQLite

/// SQLite's VFS with buffered logs; all other files use the system's own functions.
///
/// A batch of writes changes some hundred pages. Two system calls for each page took a quarter of the processor time of
/// a writing service, and each call accessed the file system's metadata.
package enum WALFileSystem {
    /// Makes all databases that this process opens later use it.
    ///
    /// - Throws: `StorageError` if SQLite rejects it.
    static func use(for path: String) throws {
        guard isRegistered else {
            throw StorageError.cannotOpen(path: path, reason: "SQLite rejected the custom VFS.")
        }
    }

    private static let name: StaticString = "mealwire"

    /// SQLite's default VFS, which this one calls.
    nonisolated(unsafe) private static let parent = sqlite3_vfs_find(nil)

    /// The size of the default VFS's file structure.
    static let parentFileBytes = parent.map { Int($0.pointee.szOsFile) }

    /// Whether databases opened now use this VFS.
    package static var isInUse: Bool {
        guard let name = sqlite3_vfs_find(nil)?.pointee.zName else { return false }
        return String(cString: name) == "\(Self.name)"
    }

    private static let isRegistered: Bool = {
        guard let parent else { return false }
        var system = parent.pointee
        system.pNext = nil
        system.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        let parentBytes = Int(system.szOsFile)
        system.szOsFile = Int32(
            max(WALFile.size(withParent: parentBytes), DatabaseFile.size(withParent: parentBytes))
        )
        system.xOpen = { _, name, file, flags, outFlags in
            guard let file else { return SQLITE_MISUSE }
            return open(name, file, flags, outFlags)
        }
        let pointer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        pointer.initialize(to: system)
        return sqlite3_vfs_register(pointer, 1) == SQLITE_OK
    }()

    private static func open(
        _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let parent else { return SQLITE_MISUSE }
        if flags & SQLITE_OPEN_WAL != 0 { return openLog(name, file, flags, outFlags) }
        let result = parent.pointee.xOpen(parent, name, file, flags, outFlags)
        if result == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0 { DatabaseFile.begin(file) }
        return result
    }

    private static func openLog(
        _ name: UnsafePointer<CChar>?,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let parent else { return SQLITE_MISUSE }
        // SQLite treats a file without functions as not opened.
        file.pointee.pMethods = nil
        let result = parent.pointee.xOpen(parent, name, WALFile.parent(of: file), flags, outFlags)
        if result == SQLITE_OK {
            let database = DatabaseFile.of(name.flatMap(sqlite3_database_file_object))
            WALFile.begin(file, of: database, WALOptions.of(log: name))
        }
        return result
    }
}
