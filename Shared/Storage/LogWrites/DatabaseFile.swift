import GRDBSQLite
import Glibc

/// What stands behind the system's own file of a database, so that its log hears of the end of each transaction that writes, and
/// so that emptying the log lets others through.
///
/// SQLite tells a log nothing when a transaction is taken back: what waits of it would be written later, over what somebody else
/// has committed in its place. But it always gives back the lock of the one who writes.
struct DatabaseFile {
    /// The system's functions, but for two: what SQLite uses the file by.
    private let functions: sqlite3_io_methods
    /// The system's functions.
    private let parent: UnsafePointer<sqlite3_io_methods>
    /// What waits for the log; nil while it is not open.
    var log: UnsafeMutablePointer<LogWriteBuffer>?
    /// Pages written so far.
    private var pagesWritten = 0

    /// Pages between two looks at whether others wait for the processor: some tenths of a millisecond.
    ///
    /// A database with a log is written to only while that is emptied, thousands of pages at once, and in services with many
    /// writes beside all requests. Without that, a request may wait for as long as the system lets a thread go on, which is up
    /// to 4 ms.
    private static let pagesInARow = 32
    /// The lock of the one who writes, among those in shared memory
    /// (<https://www.sqlite.org/walformat.html#wal_locks>).
    private static let writeLock: Int32 = 0
    /// From which version on files have shared memory.
    private static let sharedMemoryVersion: Int32 = 2

    private init(functions: sqlite3_io_methods, parent: UnsafePointer<sqlite3_io_methods>) {
        self.functions = functions
        self.parent = parent
    }

    /// Bytes that SQLite has to allocate for a file.
    ///
    /// - Parameter parentBytes: What the system's own file takes, which lies first.
    /// - Returns: What both take.
    static func size(withParent parentBytes: Int) -> Int {
        FileMemory.aligned(parentBytes) + MemoryLayout<DatabaseFile>.size
    }

    /// Puts itself behind the system's own file, once that is open.
    static func begin(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let parent = file.pointee.pMethods, parent.pointee.iVersion >= sharedMemoryVersion else { return }
        var functions = parent.pointee
        functions.xShmLock = { file, slot, count, flags in
            guard let file, let database = DatabaseFile.place(behind: file) else { return SQLITE_MISUSE }
            return DatabaseFile.lock(database, file, slot, count, flags)
        }
        functions.xWrite = { file, bytes, count, offset in
            guard let file, let database = DatabaseFile.place(behind: file) else { return SQLITE_MISUSE }
            return database.pointee.write(file, bytes, count, offset)
        }
        guard let database = place(behind: file) else { return }
        database.initialize(to: DatabaseFile(functions: functions, parent: parent))
        file.pointee.pMethods = address(ofFunctionsAt: database)
    }

    /// The one behind a file of a database; nil if there is none.
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<DatabaseFile>? {
        guard let file, let place = place(behind: file), file.pointee.pMethods == address(ofFunctionsAt: place) else {
            return nil
        }
        return place
    }

    private static func place(behind file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<DatabaseFile>? {
        guard let parentBytes = LogFileSystem.parentFileBytes else { return nil }
        return (UnsafeMutableRawPointer(file) + FileMemory.aligned(parentBytes))
            .assumingMemoryBound(to: DatabaseFile.self)
    }

    /// They are the first that lies there.
    private static func address(
        ofFunctionsAt place: UnsafeMutablePointer<DatabaseFile>
    ) -> UnsafePointer<sqlite3_io_methods> {
        UnsafeRawPointer(place).assumingMemoryBound(to: sqlite3_io_methods.self)
    }

    private mutating func write(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        pagesWritten += 1
        if pagesWritten.isMultiple(of: Self.pagesInARow) { sched_yield() }
        return parent.pointee.xWrite(file, bytes, count, offset)
    }

    private static func lock(
        _ database: UnsafeMutablePointer<DatabaseFile>,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ slot: Int32,
        _ count: Int32,
        _ flags: Int32
    ) -> Int32 {
        let isGivenBack = flags == SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE
        // While nobody else can write. What was committed does not wait any more.
        if isGivenBack, slot <= writeLock, writeLock < slot + count { database.pointee.log?.pointee.discard() }
        return database.pointee.parent.pointee.xShmLock(file, slot, count, flags)
    }
}

/// Memory that SQLite allocates for files.
enum FileMemory {
    /// As much as any C structure wants.
    private static let alignment = 16

    /// A size or place, rounded up to where something else may begin.
    static func aligned(_ bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
}
