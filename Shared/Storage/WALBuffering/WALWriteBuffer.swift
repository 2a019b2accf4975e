/// Buffers what SQLite writes to its write-ahead log, so that a transaction takes one system call instead of two per
/// page.
///
/// SQLite writes a transaction as consecutive frames, each with a header of 24 bytes and the page. Readers see the
/// frames only after the last one (format: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>). Until then
/// no connection reads them, so they can be buffered. Other bytes, and each frame that ends a transaction, are in the
/// file when the call returns. This holds for any setting of `synchronous`.
package struct WALWriteBuffer: ~Copyable {
    /// Writes bytes to the file at an offset; returns a result code of SQLite.
    package typealias Sink = (_ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int64) -> Int32

    /// SQLite's `SQLITE_OK`.
    private static let success: Int32 = 0
    /// Size of the header before each page.
    private static let frameHeaderBytes = 24
    /// Bytes of the header with the database size after the transaction, big-endian: zero in all frames but the last.
    private static let sizeAfterCommit = 4..<8

    /// What the next write should be.
    private enum Expectation {
        case header
        /// The page of a buffered header.
        case page(endsTransaction: Bool)
    }

    /// Capacity that disables buffering.
    static let disabledCapacity = 0
    /// Maximum buffered bytes, 30 pages of 4 KiB.
    ///
    /// SQLite's own layer writes at most 131,071 bytes per call, and reports a full disk for more (`seekAndWriteFd` in
    /// its `os_unix.c`).
    package static let capacity = 124 * 1_024

    private let capacity: Int
    private var bytes: UnsafeMutableRawPointer?
    /// The file offset of the buffered bytes, and their number.
    private var start: Int64 = 0
    private var count = 0
    /// The offset after the last write, buffered or not.
    ///
    /// A header is only recognized at this offset.
    private var endOffset: Int64 = -1
    private var expected = Expectation.header

    package init(capacity: Int = WALWriteBuffer.capacity) {
        self.capacity = capacity
    }

    deinit {
        bytes?.deallocate()
    }

    /// Accepts a write of SQLite.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - length: The number of bytes, above zero.
    ///   - offset: The offset in the file.
    ///   - sink: Writes bytes that are no longer buffered.
    /// - Returns: SQLite's result code. After a failure the buffer is empty, because SQLite rolls the transaction
    ///   back.
    package mutating func write(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink) -> Int32 {
        let continues = offset == endOffset
        endOffset = offset + Int64(length)
        switch expected {
        case .page(let endsTransaction) where continues:
            expected = .header
            if endsTransaction { return writeThrough(source, length, at: offset, to: sink) }
            return append(source, length, at: offset, to: sink)
        case .header where continues && length == Self.frameHeaderBytes:
            let header = UnsafeRawBufferPointer(start: source, count: length)
            expected = .page(endsTransaction: header[Self.sizeAfterCommit].contains { $0 != 0 })
            return append(source, length, at: offset, to: sink)
        default:
            expected = .header
            return writeThrough(source, length, at: offset, to: sink)
        }
    }

    /// Writes the buffered bytes.
    ///
    /// - Parameters:
    ///   - discardsOnFailure: Whether to drop bytes that cannot be written, because SQLite then rolls back. It does not
    ///     after a failed read.
    ///   - sink: Writes the bytes.
    /// - Returns: SQLite's result code.
    package mutating func flush(discardingOnFailure discardsOnFailure: Bool, to sink: Sink) -> Int32 {
        guard count > 0, let bytes else { return Self.success }
        let result = sink(bytes, count, start)
        if result == Self.success || discardsOnFailure { count = 0 }
        return result
    }

    /// Returns whether some bytes of a range of the file are buffered.
    ///
    /// - Parameters:
    ///   - offset: The offset of the range.
    ///   - length: The length of the range.
    /// - Returns: Whether the file does not contain all of them yet.
    package func holds(_ offset: Int64, _ length: Int) -> Bool {
        count > 0 && offset < start + Int64(count) && offset + Int64(length) > start
    }

    /// Drops the buffered bytes when their transaction has ended with a rollback.
    ///
    /// It is called at the end of each transaction, including committed ones. After a commit the buffer is empty. The
    /// end offset must then be preserved, or the first frame of the next transaction would not be buffered.
    package mutating func discard() {
        if count == 0, case .header = expected { return }
        count = 0
        endOffset = -1
        expected = .header
    }

    /// Appends bytes that follow the buffered ones.
    private mutating func append(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink) -> Int32 {
        if count + length > capacity {
            let result = flush(discardingOnFailure: true, to: sink)
            guard result == Self.success else { return result }
        }
        guard length <= capacity else { return sink(source, length, offset) }
        if count == 0 { start = offset }
        let bytes = self.bytes ?? .allocate(byteCount: capacity, alignment: 16)
        self.bytes = bytes
        (bytes + count).copyMemory(from: source, byteCount: length)
        count += length
        return Self.success
    }

    /// Writes the buffered bytes and these, in one call if they are adjacent.
    private mutating func writeThrough(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink)
        -> Int32
    {
        if count > 0, offset == start + Int64(count), count + length <= capacity {
            let result = append(source, length, at: offset, to: sink)
            guard result == Self.success else { return result }
            return flush(discardingOnFailure: true, to: sink)
        }
        let result = flush(discardingOnFailure: true, to: sink)
        guard result == Self.success else { return result }
        return sink(source, length, offset)
    }
}
