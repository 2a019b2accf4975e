import GRDBSQLite
import Glibc

/// Wraps the operating system's file of a database.
///
/// Tells the log buffer when a write transaction ends, yields the processor during checkpoints, and overwrites copies
/// of moved rows in the pages that it writes (see ``PageResidue``).
///
/// SQLite does not notify a log of a rollback. Frames left in the buffer would be written later, over frames that
/// another connection has committed there. But SQLite always releases the write lock.
struct DatabaseFile {
    /// The functions that SQLite calls: the system's, except for two.
    private let functions: sqlite3_io_methods
    /// The system's functions.
    private let parent: UnsafePointer<sqlite3_io_methods>
    /// The buffer of the log; nil while the log is not open.
    var log: UnsafeMutablePointer<WALWriteBuffer>?
    /// Pages written so far.
    private var pagesWritten = 0

    /// Pages between two yields to other threads: some tenths of a millisecond.
    ///
    /// A database with a log is only written to during checkpoints, thousands of pages at once. In services with many
    /// writes, checkpoints run concurrently with all requests. Without yielding, a request may wait for a full time
    /// slice, up to 4 ms.
    private static let pagesPerYield = 32
    /// The index of the write lock among the locks in shared memory
    /// (<https://www.sqlite.org/walformat.html#wal_locks>).
    private static let writeLock: Int32 = 0
    /// The first version of the file methods with shared memory.
    private static let sharedMemoryVersion: Int32 = 2

    private init(functions: sqlite3_io_methods, parent: UnsafePointer<sqlite3_io_methods>) {
        self.functions = functions
        self.parent = parent
    }

    /// Returns the number of bytes that SQLite must allocate for a file.
    ///
    /// - Parameter parentBytes: The size of the system's own file structure, which lies first.
    /// - Returns: The size of both.
    static func size(withParent parentBytes: Int) -> Int {
        FileMemory.aligned(parentBytes) + MemoryLayout<DatabaseFile>.size
    }

    /// Wraps the system's file once it is open.
    static func begin(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let parent = file.pointee.pMethods, parent.pointee.iVersion >= sharedMemoryVersion else { return }
        var functions = parent.pointee
        functions.xShmLock = { file, slot, count, flags in
            guard let file, let database = DatabaseFile.pointer(after: file) else { return SQLITE_MISUSE }
            return DatabaseFile.lock(database, file, slot, count, flags)
        }
        functions.xWrite = { file, bytes, count, offset in
            guard let file, let database = DatabaseFile.pointer(after: file) else { return SQLITE_MISUSE }
            return database.pointee.write(file, bytes, count, offset)
        }
        guard let database = pointer(after: file) else { return }
        database.initialize(to: DatabaseFile(functions: functions, parent: parent))
        file.pointee.pMethods = address(ofFunctionsAt: database)
    }

    /// Returns the wrapper of a database's file; nil if there is none.
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<DatabaseFile>? {
        guard let file, let pointer = pointer(after: file), file.pointee.pMethods == address(ofFunctionsAt: pointer)
        else {
            return nil
        }
        return pointer
    }

    private static func pointer(after file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<DatabaseFile>? {
        guard let parentBytes = WALFileSystem.parentFileBytes else { return nil }
        return (UnsafeMutableRawPointer(file) + FileMemory.aligned(parentBytes))
            .assumingMemoryBound(to: DatabaseFile.self)
    }

    /// Returns the address of the wrapper's functions, which are its first field.
    private static func address(
        ofFunctionsAt pointer: UnsafeMutablePointer<DatabaseFile>
    ) -> UnsafePointer<sqlite3_io_methods> {
        UnsafeRawPointer(pointer).assumingMemoryBound(to: sqlite3_io_methods.self)
    }

    private mutating func write(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        pagesWritten += 1
        if pagesWritten.isMultiple(of: Self.pagesPerYield) { sched_yield() }
        let page = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count))
        let parent = parent
        // SQLite writes whole pages into a database, at multiples of their size.
        guard count > 0, offset % Int64(count) == 0, let range = PageResidue.range(in: page, isFirst: offset == 0),
            isSmall(file, pageBytes: count)
        else { return parent.pointee.xWrite(file, bytes, count, offset) }
        return withUnsafeTemporaryAllocation(byteCount: page.count, alignment: 1) { copy in
            copy.copyMemory(from: page)
            UnsafeMutableRawBufferPointer(rebasing: copy[range]).initializeMemory(as: UInt8.self, repeating: 0)
            return parent.pointee.xWrite(file, copy.baseAddress, count, offset)
        }
    }

    /// Returns whether the kinds of pages can be distinguished by their first byte.
    private func isSmall(_ file: UnsafeMutablePointer<sqlite3_file>, pageBytes: Int32) -> Bool {
        var size: Int64 = 0
        guard parent.pointee.xFileSize(file, &size) == SQLITE_OK else { return false }
        return size / Int64(pageBytes) <= Int64(PageResidue.filePagesMax)
    }

    private static func lock(
        _ database: UnsafeMutablePointer<DatabaseFile>,
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ slot: Int32,
        _ count: Int32,
        _ flags: Int32
    ) -> Int32 {
        let isReleased = flags == SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE
        // At this moment no other connection can write, and committed frames no longer wait.
        if isReleased, slot <= writeLock, writeLock < slot + count { database.pointee.log?.pointee.discard() }
        return database.pointee.parent.pointee.xShmLock(file, slot, count, flags)
    }
}

/// Memory that SQLite allocates for files.
enum FileMemory {
    /// The strictest alignment of any C structure.
    private static let alignment = 16

    /// Rounds a size or offset up to the next aligned one.
    static func aligned(_ bytes: Int) -> Int { (bytes + alignment - 1) / alignment * alignment }
}
