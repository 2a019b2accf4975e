import SeededRandom
import Storage
import TestSupport
import Testing

/// A file in memory that records each call, and fails on request.
private final class RecordingFile {
    private(set) var bytes: [UInt8] = []
    private(set) var calls: [(offset: Int64, count: Int)] = []
    /// The result code of the next calls; `SQLITE_OK` is zero.
    var result: Int32 = 0

    func write(_ source: UnsafeRawPointer, _ count: Int, _ offset: Int64) -> Int32 {
        calls.append((offset, count))
        guard result == 0 else { return result }
        put(Array(UnsafeRawBufferPointer(start: source, count: count)), at: offset)
        return 0
    }

    func put(_ piece: [UInt8], at offset: Int64) {
        let end = Int(offset) + piece.count
        if bytes.count < end { bytes += Array(repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(Int(offset)..<end, with: piece)
    }
}

/// Writes like SQLite, through a buffer to one file and directly to another.
private struct WALWriter: ~Copyable {
    static let headerBytes = 24
    static let pageBytes = 512

    let file = RecordingFile()
    let expected = RecordingFile()
    var buffer: WALWriteBuffer
    var offset: Int64 = 0
    /// Decides what is written.
    var random: SeededGenerator

    init(capacity: Int = WALWriteBuffer.capacity, seed: Int = 1) {
        random = SeededGenerator(seed: seed)
        buffer = WALWriteBuffer(capacity: capacity)
        // The header of a log.
        _ = write(Array(repeating: 7, count: 32))
    }

    mutating func write(_ piece: [UInt8]) -> Int32 {
        let result = write(piece, at: offset)
        offset += Int64(piece.count)
        return result
    }

    mutating func write(_ piece: [UInt8], at offset: Int64) -> Int32 {
        expected.put(piece, at: offset)
        let file = file
        return piece.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return buffer.write(start, bytes.count, at: offset) { file.write($0, $1, $2) }
        }
    }

    mutating func header(endsTransaction: Bool) -> [UInt8] {
        var header = Array(repeating: UInt8.random(in: 1...9, using: &random), count: Self.headerBytes)
        for index in 4..<8 { header[index] = 0 }
        if endsTransaction { header[Int.random(in: 4..<8, using: &random)] = 3 }
        return header
    }

    mutating func page() -> [UInt8] {
        Array(repeating: UInt8.random(in: 0...255, using: &random), count: Self.pageBytes)
    }

    /// Writes one transaction.
    ///
    /// - Returns: The result codes of failed writes.
    mutating func transaction(pages: Int) -> [Int32] {
        var results: [Int32] = []
        for page in 1...pages {
            results.append(write(header(endsTransaction: page == pages)))
            results.append(write(self.page()))
        }
        // SQLite releases the write lock after a commit as well as after a rollback.
        buffer.discard()
        return results.filter { $0 != 0 }
    }

    mutating func flush(discardingOnFailure discardsOnFailure: Bool) -> Int32 {
        let file = file
        return buffer.flush(discardingOnFailure: discardsOnFailure) { file.write($0, $1, $2) }
    }
}

struct WALWriteBufferTests {
    @Test func `a transaction is written in one call, and is in the file after its last page`() {
        var log = WALWriter()
        for pages in [1, 2, 40] {
            let callsBefore = log.file.calls.count
            #expect(log.transaction(pages: pages) == [])
            #expect(log.file.calls.count == callsBefore + 1)
            #expect(log.file.bytes == log.expected.bytes)
        }
    }

    @Test func `a transaction larger than the buffer is written in pieces that fit`() {
        let capacity = 3_000
        var log = WALWriter(capacity: capacity)
        #expect(log.transaction(pages: 25) == [])
        #expect(log.file.bytes == log.expected.bytes)
        #expect(log.file.calls.count < 8)
        #expect(log.file.calls.allSatisfy { $0.count <= capacity })
    }

    @Test func `a page larger than the buffer is written immediately at its offset`() {
        var log = WALWriter(capacity: 100)
        #expect(log.transaction(pages: 3) == [])
        #expect(log.file.bytes == log.expected.bytes)
    }

    @Test func `a page that is changed again is written after the buffered ones`() {
        var log = WALWriter()
        let first = log.offset + Int64(WALWriter.headerBytes)
        for _ in 0..<3 {
            _ = log.write(log.header(endsTransaction: false))
            _ = log.write(log.page())
        }
        #expect(log.write(log.page(), at: first) == 0)
        #expect(log.file.bytes == log.expected.bytes)
    }

    /// SQLite does so at the end of a transaction in which it changed a page again: no page follows the headers.
    @Test func `headers rewritten without their pages are not buffered`() {
        var log = WALWriter()
        let first = log.offset
        _ = log.transaction(pages: 3)
        let frame = Int64(WALWriter.headerBytes + WALWriter.pageBytes)
        for index in 0..<Int64(3) {
            #expect(log.write(log.header(endsTransaction: index == 2), at: first + index * frame) == 0)
            #expect(log.file.bytes == log.expected.bytes)
        }
    }

    @Test func `random writes in random order give the same file as without a buffer`() {
        let seed = testSeed("WAL_BUFFER")
        var random = SeededGenerator(seed: seed)
        for round in 0..<200 {
            var log = WALWriter(capacity: .random(in: 600...5_000, using: &random), seed: seed + round)
            for _ in 0..<40 {
                let place = Int64.random(in: 0...log.offset, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: _ = log.write(log.page(), at: place)
                case 1: _ = log.write(log.header(endsTransaction: .random(using: &random)), at: place)
                case 2: log.offset = place
                case 3: _ = log.write(log.header(endsTransaction: false))
                default: _ = log.transaction(pages: .random(in: 1...12, using: &random))
                }
                if Int.random(in: 0..<10, using: &random) == 0 {
                    _ = log.flush(discardingOnFailure: false)
                    #expect(log.file.bytes == log.expected.bytes)
                }
            }
            _ = log.flush(discardingOnFailure: false)
            #expect(log.file.bytes == log.expected.bytes)
        }
    }

    @Test func `a transaction refused by the disk fails, and the next one is complete`() {
        var log = WALWriter()
        _ = log.transaction(pages: 2)
        let start = log.offset
        let full: Int32 = 13
        log.file.result = full
        #expect(log.transaction(pages: 4) == [full])
        log.file.result = 0
        // SQLite rolls it back, and writes the next one at the same offset.
        log.offset = start
        #expect(log.transaction(pages: 4) == [])
        #expect(log.file.bytes == log.expected.bytes)
    }

    @Test func `bytes that could not be flushed before a read stay buffered`() {
        var log = WALWriter()
        _ = log.write(log.header(endsTransaction: false))
        _ = log.write(log.page())
        log.file.result = 10
        #expect(log.flush(discardingOnFailure: false) == 10)
        log.file.result = 0
        #expect(log.flush(discardingOnFailure: false) == 0)
        #expect(log.file.bytes == log.expected.bytes)
    }

    @Test func `bytes of a rolled back transaction are not written later`() {
        for isDiscarded in [false, true] {
            var log = WALWriter()
            for _ in 0..<3 {
                _ = log.write(log.header(endsTransaction: false))
                _ = log.write(log.page())
            }
            if isDiscarded {
                log.buffer.discard()
            } else {
                log.file.result = 13
                #expect(log.flush(discardingOnFailure: true) == 13)
                log.file.result = 0
            }
            let callsBefore = log.file.calls.count
            #expect(log.flush(discardingOnFailure: false) == 0)
            #expect(log.file.calls.count == callsBefore)
        }
    }

    @Test func `the buffer reports which bytes of the file it holds`() {
        var log = WALWriter()
        let start = log.offset
        let holdsAtFirst = log.buffer.holds(start, 10)
        _ = log.write(log.header(endsTransaction: false))
        _ = log.write(log.page())
        let end = log.offset
        let held = [(start, 1), (start - 1, 2), (end - 1, 100), (0, Int(start)), (end, 100)].map { offset, length in
            log.buffer.holds(offset, length)
        }
        #expect(!holdsAtFirst)
        #expect(held == [true, true, true, false, false])
    }

    /// As where SQLite pads pages itself; the padding may be as long as a header.
    @Test func `without capacity, all bytes are written immediately`() {
        var log = WALWriter(capacity: 0)
        for _ in 0..<200 {
            let length = [24, 512, 32, 100].randomElement(using: &log.random) ?? 1
            _ = log.write(Array(repeating: .random(in: 0...255, using: &log.random), count: length))
            #expect(log.file.bytes == log.expected.bytes)
        }
    }
}
