import GRDBSQLite

/// A write-ahead log as SQLite's VFS sees it: the system's file with a ``WALWriteBuffer`` in front of it.
///
/// It lies in memory that SQLite allocates, followed by the system's file. Only one connection uses it, one call at a
/// time.
struct WALFile {
    /// The functions that SQLite calls; SQLite requires them first.
    private var methods: UnsafePointer<sqlite3_io_methods>?
    private var buffer: UnsafeMutablePointer<WALWriteBuffer>?
    /// The database of this log, if it reports the end of its transactions.
    private var database: UnsafeMutablePointer<DatabaseFile>?
    private var faults: WALFaults?

    /// The offset of the system's file after this structure; aligned for any C structure.
    private static let parentOffset = FileMemory.aligned(MemoryLayout<WALFile>.size)

    /// Returns the number of bytes that SQLite must allocate for a file.
    ///
    /// - Parameter parentBytes: The size of the system's own file structure.
    /// - Returns: The size of both.
    static func size(withParent parentBytes: Int) -> Int { parentOffset + parentBytes }

    /// Returns the system's own file.
    static func parent(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
        (UnsafeMutableRawPointer(file) + parentOffset).assumingMemoryBound(to: sqlite3_file.self)
    }

    /// Initializes a log file after the system's own file was opened.
    ///
    /// Buffering is disabled if the database cannot report rollbacks. It is also disabled if SQLite pads pages itself,
    /// as it does where a power cut may damage data next to a write.
    ///
    /// - Parameters:
    ///   - file: The log.
    ///   - database: The database of the log; nil if it is not wrapped.
    ///   - options: How the log is written.
    static func begin(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        of database: UnsafeMutablePointer<DatabaseFile>?,
        _ options: WALOptions
    ) {
        let parent = parent(of: file)
        let characteristics = parent.pointee.pMethods.pointee.xDeviceCharacteristics(parent)
        let isSafe = database != nil && characteristics & SQLITE_IOCAP_POWERSAFE_OVERWRITE != 0
        let isBuffered = options.gathersWrites && isSafe
        let buffer = UnsafeMutablePointer<WALWriteBuffer>.allocate(capacity: 1)
        buffer.initialize(
            to: WALWriteBuffer(capacity: isBuffered ? WALWriteBuffer.capacity : WALWriteBuffer.disabledCapacity)
        )
        database?.pointee.log = buffer
        let walFile = WALFile(methods: functions, buffer: buffer, database: database, faults: options.faults)
        UnsafeMutableRawPointer(file).initializeMemory(as: WALFile.self, to: walFile)
    }

    private static func buffer(of file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<WALWriteBuffer>? {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: WALFile.self).pointee.buffer
    }

    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        guard let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        return buffer.pointee.write(bytes, Int(count), at: offset) { writeThrough(file, $0, $1, $2) }
    }

    private static func writeThrough(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ bytes: UnsafeRawPointer,
        _ count: Int,
        _ offset: Int64
    ) -> Int32 {
        let parent = parent(of: file)
        if let fault = fault(file, .write) {
            let count = min(count, fault.writtenBytes)
            if count > 0 { _ = parent.pointee.pMethods.pointee.xWrite(parent, bytes, Int32(count), offset) }
            return fault.code
        }
        return parent.pointee.pMethods.pointee.xWrite(parent, bytes, Int32(count), offset)
    }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
        flushed(file, discardingOnFailure: true) { parent, functions in
            if let file, let fault = fault(file, .sync) { return fault.code }
            return functions.xSync(parent, flags)
        }
    }

    private static func fault(
        _ file: UnsafeMutablePointer<sqlite3_file>,
        _ operation: WALFaults.Operation
    ) -> WALFaults.Fault? {
        UnsafeMutableRawPointer(file).assumingMemoryBound(to: WALFile.self).pointee.faults?.fault(operation)
    }

    /// Writes the buffered bytes, and then calls the system's own file.
    private static func flushed(
        _ file: UnsafeMutablePointer<sqlite3_file>?,
        discardingOnFailure discardsOnFailure: Bool = false,
        then next: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
    ) -> Int32 {
        guard let file, let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        let parent = parent(of: file)
        let result = buffer.pointee.flush(discardingOnFailure: discardsOnFailure) { writeThrough(file, $0, $1, $2) }
        return result == SQLITE_OK ? next(parent, parent.pointee.pMethods.pointee) : result
    }

    private static func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
        guard let file, let buffer = buffer(of: file) else { return SQLITE_MISUSE }
        let parent = parent(of: file)
        let walFile = UnsafeMutableRawPointer(file).assumingMemoryBound(to: WALFile.self)
        walFile.pointee.database?.pointee.log = nil
        walFile.deinitialize(count: 1)
        // Bytes still buffered belong to a transaction that was not committed.
        buffer.deinitialize(count: 1)
        buffer.deallocate()
        return parent.pointee.pMethods.pointee.xClose(parent)
    }

    /// SQLite's functions for a file, which live as long as the process.
    ///
    /// They are version 1: shared memory and mapped pages belong to the database itself, never to its log.
    nonisolated(unsafe) private static let functions: UnsafePointer<sqlite3_io_methods> = {
        var functions = sqlite3_io_methods()
        functions.iVersion = 1
        functions.xClose = { close($0) }
        functions.xRead = { file, bytes, count, offset in
            // A read of other bytes does not flush, because a flush would fail on a full disk.
            guard let file, buffer(of: file)?.pointee.holds(offset, Int(count)) == true else {
                return onParent(file) { $1.xRead($0, bytes, count, offset) }
            }
            return flushed(file) { $1.xRead($0, bytes, count, offset) }
        }
        functions.xWrite = { file, bytes, count, offset in
            guard let file, let bytes else { return SQLITE_MISUSE }
            return write(file, bytes, count, offset)
        }
        functions.xTruncate = { file, size in flushed(file, discardingOnFailure: true) { $1.xTruncate($0, size) } }
        functions.xSync = { file, flags in sync(file, flags) }
        functions.xFileSize = { file, size in flushed(file) { $1.xFileSize($0, size) } }
        functions.xLock = { file, level in onParent(file) { $1.xLock($0, level) } }
        functions.xUnlock = { file, level in onParent(file) { $1.xUnlock($0, level) } }
        functions.xCheckReservedLock = { file, isReserved in onParent(file) { $1.xCheckReservedLock($0, isReserved) } }
        functions.xFileControl = { file, code, argument in onParent(file) { $1.xFileControl($0, code, argument) } }
        functions.xSectorSize = { file in onParent(file) { $1.xSectorSize($0) } }
        functions.xDeviceCharacteristics = { file in onParent(file) { $1.xDeviceCharacteristics($0) } }
        let pointer = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        pointer.initialize(to: functions)
        return UnsafePointer(pointer)
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
