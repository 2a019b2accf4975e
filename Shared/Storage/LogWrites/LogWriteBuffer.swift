/// Gathers what SQLite writes to its write-ahead log, so that a transaction takes one call of the system rather than two for
/// each page.
///
/// SQLite writes a transaction as frames, each a header of 24 bytes and then the page, one after the other, and tells readers of
/// them only after the last (format: <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>). Until then nobody looks at
/// them, so they may wait here. Whatever is not such a frame, and each frame that ends a transaction, is in the file when the
/// call returns, whatever the setting of `synchronous`.
package struct LogWriteBuffer: ~Copyable {
    /// Writes bytes to the file, from an offset; returns a result code of SQLite.
    package typealias Sink = (_ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int64) -> Int32

    /// SQLite's SQLITE_OK.
    private static let success: Int32 = 0
    /// Of the header before each page.
    private static let frameHeaderBytes = 24
    /// Where in it the size of the database after the transaction stands, big-endian: zero in all frames but the last.
    private static let sizeAfterCommit = 4..<8

    /// What is expected to come next.
    private enum Expectation {
        case header
        /// The page to a header that waits here.
        case page(endsTransaction: Bool)
    }

    /// Of a log that is written as SQLite does it: nothing waits.
    static let nothing = 0
    /// Bytes that may wait, 30 pages of 4 KiB: SQLite's own layer writes no more than 131,071 bytes at once, and calls the disk
    /// full when told to (`seekAndWriteFd` in its `os_unix.c`).
    package static let capacity = 124 * 1_024

    private let capacity: Int
    private var bytes: UnsafeMutableRawPointer?
    /// Where the bytes that wait belong, and how many they are.
    private var start: Int64 = 0
    private var count = 0
    /// The offset after what was written last, here or to the file: a header counts as one only there.
    private var end: Int64 = -1
    private var expected = Expectation.header

    package init(capacity: Int = LogWriteBuffer.capacity) {
        self.capacity = capacity
    }

    deinit {
        bytes?.deallocate()
    }

    /// Takes what SQLite writes.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - length: How many, above zero.
    ///   - offset: Where in the file.
    ///   - sink: Takes what does not wait any longer.
    /// - Returns: SQLite's result; after a failure nothing waits any more, as SQLite takes the transaction back.
    package mutating func write(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink) -> Int32 {
        let continues = offset == end
        end = offset + Int64(length)
        switch expected {
        case .page(let endsTransaction) where continues:
            expected = .header
            if endsTransaction { return finish(source, length, at: offset, to: sink) }
            return keep(source, length, at: offset, to: sink)
        case .header where continues && length == Self.frameHeaderBytes:
            let header = UnsafeRawBufferPointer(start: source, count: length)
            expected = .page(endsTransaction: header[Self.sizeAfterCommit].contains { $0 != 0 })
            return keep(source, length, at: offset, to: sink)
        default:
            expected = .header
            return finish(source, length, at: offset, to: sink)
        }
    }

    /// Writes what waits.
    ///
    /// - Parameters:
    ///   - isLost: Whether what cannot be written is given up, because SQLite takes the transaction back then. After a failed
    ///     read it does not.
    ///   - sink: Takes it.
    /// - Returns: SQLite's result.
    package mutating func flush(givingUp isLost: Bool, to sink: Sink) -> Int32 {
        guard count > 0, let bytes else { return Self.success }
        let result = sink(bytes, count, start)
        if result == Self.success || isLost { count = 0 }
        return result
    }

    /// Whether some of these bytes of the file wait here.
    ///
    /// - Parameters:
    ///   - offset: Where they begin.
    ///   - length: How many they are.
    /// - Returns: Whether the file does not have all of them yet.
    package func holds(_ offset: Int64, _ length: Int) -> Bool {
        count > 0 && offset < start + Int64(count) && offset + Int64(length) > start
    }

    /// Forgets what waits: its transaction has ended, and was taken back.
    ///
    /// SQLite calls it at the end of each transaction, also of one that was committed. Then nothing waits, and the place behind
    /// the last frame has to stay known, or the first frame of the next transaction would not be gathered.
    package mutating func discard() {
        if count == 0, case .header = expected { return }
        count = 0
        end = -1
        expected = .header
    }

    /// Has bytes wait, which continue those that do.
    private mutating func keep(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink) -> Int32 {
        if count + length > capacity {
            let result = flush(givingUp: true, to: sink)
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

    /// Writes what waits and these bytes, in one call where they belong together.
    private mutating func finish(_ source: UnsafeRawPointer, _ length: Int, at offset: Int64, to sink: Sink) -> Int32 {
        if count > 0, offset == start + Int64(count), count + length <= capacity {
            let result = keep(source, length, at: offset, to: sink)
            guard result == Self.success else { return result }
            return flush(givingUp: true, to: sink)
        }
        let result = flush(givingUp: true, to: sink)
        guard result == Self.success else { return result }
        return sink(source, length, offset)
    }
}
