import GRDBSQLite

/// A write-ahead log as SQLite's layer for files sees it: the system's own file, with a ``LogWriteBuffer`` before it.
///
/// Lies in memory that SQLite allocates, the system's own file behind it. Only one connection uses it, one call at a time.
struct LogFile {
    /// First, as SQLite wants it: the functions by which it uses the file.
    private var methods: UnsafePointer<sqlite3_io_methods>?
    private var buffer: UnsafeMutablePointer<LogWriteBuffer>?
    /// The database whose log this is, where it tells of the end of its transactions.
    private var database: UnsafeMutablePointer<DatabaseFile>?

    /// Where behind this the system's own file begins; it holds whatever a C structure may hold.
    private static let parentOffset = FileMemory.aligned(MemoryLayout<LogFile>.size)

    /// Bytes that SQLite has to allocate for a file.
    ///
    /// - Parameter parentBytes: What the system's own file takes.
    /// - Returns: What both take.
    static func size(withParent parentBytes: Int) -> Int { parentOffset + parentBytes }

    /// The system's own file.
    static func parent(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
        (UnsafeMutableRawPointer(file) + parentOffset).assumingMemoryBound(to: sqlite3_file.self)
    }

    /// Makes the file one of these, once the system's own is open.
    ///
    /// Nothing is gathered where the database could not tell of a transaction that is taken back, nor where SQLite writes the end
    /// of a page by itself, as it does where a loss of power may hurt what lies beside a write.
    ///
    /// - Parameters:
    ///   - file: The log.
    ///   - database: Whose log it is; nil if it is none of ours.
    static func begin(_ file: UnsafeMutablePointer<sqlite3_file>, of database: UnsafeMutablePointer<DatabaseFile>?) {
        let parent = parent(of: file)
        let characteristics = parent.pointee.pMethods.pointee.xDeviceCharacteristics(parent)
        let isSafe = database != nil && characteristics & SQLITE_IOCAP_POWERSAFE_OVERWRITE != 0
        let buffer = UnsafeMutablePointer<LogWriteBuffer>.allocate(capacity: 1)
        buffer.initialize(to: LogWriteBuffer(capacity: isSafe ? LogWriteBuffer.capacity : LogWriteBuffer.nothing))
        database?.pointee.log = buffer
        let logFile = LogFile(methods: functions, buffer: buffer, database: database)
        UnsafeMutableRawPointer(file).initializeMemory(as: LogFile.self, to: logFile)
    }

    private static func buffer(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<LogWriteBuffer>? {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: LogFile.self).pointee.buffer
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        guard let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        return buffer.pointee.write(bytes, Int(count), at: offset) { write(to: parent(of: file), $0, $1, $2) }
    }

    private static func write(
        to parent: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer,
        _ count: Int,
        _ offset: Int64
    ) -> Int32 {
        parent.pointee.pMethods.pointee.xWrite(parent, bytes, Int32(count), offset)
    }

    /// Writes what waits, and has the system's own file do the rest.
    private static func flushed(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        givingUp isLost: Bool = false,
        then next: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let file, let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        let parent = parent(of: file)
        let result = buffer.pointee.flush(givingUp: isLost) { write(to: parent, $0, $1, $2) }
        return result == SQLITE_OK ? next(parent, parent.pointee.pMethods.pointee) : result
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file, let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: LogFile.self).pointee.database?.pointee.log = nil
        // What still waits belongs to a transaction that was not committed.
        buffer.deinitialize(count: 1)
        buffer.deallocate()
        let parent = parent(of: file)
        return parent.pointee.pMethods.pointee.xClose(parent)
    }

    /// SQLite's functions for a file, which lives as long as the process.
    ///
    /// Version 1 of them: shared memory and mapped pages belong to the database itself, never to its log.
    nonisolated(unsafe) private static let functions: UnsafePointer<sqlite3_io_methods> = {
        var functions = sqlite3_io_methods()
        functions.iVersion = 1
        functions.xClose = { close($0) }
        functions.xRead = { file, bytes, count, offset in
            // What is read from elsewhere need not wait for a disk that may be full.
            guard let file, buffer(of: file)?.pointee.holds(offset, Int(count)) == true else {
                return onParent(file) { $1.xRead($0, bytes, count, offset) }
            }
            return flushed(file) { $1.xRead($0, bytes, count, offset) }
        }
        functions.xWrite = { file, bytes, count, offset in
            guard let file, let bytes else { return SQLITE_MISUSE }
            return write(file, bytes, count, offset)
        }
        functions.xTruncate = { file, size in flushed(file, givingUp: true) { $1.xTruncate($0, size) } }
        functions.xSync = { file, flags in flushed(file, givingUp: true) { $1.xSync($0, flags) } }
        functions.xFileSize = { file, size in flushed(file) { $1.xFileSize($0, size) } }
        functions.xLock = { file, level in onParent(file) { $1.xLock($0, level) } }
        functions.xUnlock = { file, level in onParent(file) { $1.xUnlock($0, level) } }
        functions.xCheckReservedLock = { file, isReserved in onParent(file) { $1.xCheckReservedLock($0, isReserved) } }
        functions.xFileControl = { file, code, argument in onParent(file) { $1.xFileControl($0, code, argument) } }
        functions.xSectorSize = { file in onParent(file) { $1.xSectorSize($0) } }
        functions.xDeviceCharacteristics = { file in onParent(file) { $1.xDeviceCharacteristics($0) } }
        let place = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        place.initialize(to: functions)
        return UnsafePointer(place)
    }()

    private static func onParent(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        _ call: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let file else { return SQLITE_MISUSE }
        let parent = parent(of: file)
        return call(parent, parent.pointee.pMethods.pointee)
    }
}
