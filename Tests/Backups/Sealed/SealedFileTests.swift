import Backups
import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SealedFileTests {
    private static let label = Array("the label".utf8)
    private static let chunk = SealedFormat.sealedChunkBytes
    /// The number of bytes of a chunk that are not data: one tag and one authentication code.
    private static let overhead = SealedFormat.sealedChunkBytes - SealedFormat.chunkBytes
    private static let header = SealedFormat.headerBytes(labelBytes: label.count)

    /// A directory with a key and sealed files.
    private struct Fixture {
        let directory: TemporaryDirectory
        let key: BackupKey

        init() throws {
            directory = try TemporaryDirectory()
            key = try BackupKey.make(directory.file("backup.key"))
        }

        /// Seals data in portions, and returns the bytes of the file.
        func seal(_ data: [UInt8], key: BackupKey? = nil, portion: Int = 1_000) throws -> [UInt8] {
            let path = directory.file("sealed-\(UUID())")
            let writer = try SealedWriter(path, key: key ?? self.key, label: SealedFileTests.label)
            for begin in stride(from: 0, to: data.count, by: portion) {
                try writer.append(data[begin..<min(begin + portion, data.count)])
            }
            try writer.finish()
            return Array(try Data(contentsOf: URL(filePath: path)))
        }

        /// Opens the bytes of a sealed file, and returns its data.
        func open(_ bytes: [UInt8], key: BackupKey? = nil) throws -> [UInt8] {
            let reader = try SealedReader(try directory.write("changed", bytes))
            try reader.begin(with: key ?? self.key)
            var data: [UInt8] = []
            while let part = try reader.next() { data += part }
            return data
        }

        /// Returns the reason why a file is refused.
        func refusal(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) -> String {
            let error = #expect(throws: CommandFailure.self, sourceLocation: location) { try open(bytes) }
            return error?.description ?? "it was opened"
        }
    }

    private static func data(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    }

    @Test(arguments: [
        0, 1, 999, SealedFormat.chunkBytes - 1, SealedFormat.chunkBytes, SealedFormat.chunkBytes + 1,
        2 * SealedFormat.chunkBytes, 3 * SealedFormat.chunkBytes + 7,
    ])
    func `data of any length is the same after it was sealed and opened`(count: Int) throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let data = Self.data(count)
        for portion in [4_096, 100_000, 1 << 20] {
            let sealed = try fixture.seal(data, portion: portion)
            let chunks = max(1, (count + SealedFormat.chunkBytes - 1) / SealedFormat.chunkBytes)
            #expect(sealed.count == Self.header + count + chunks * Self.overhead)
            #expect(try fixture.open(sealed) == data)
        }
    }

    @Test func `the label can be read without the key, and the data does not stand in the file`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let secret = Array("ann@example.org eats lentil soup".utf8)
        let sealed = try fixture.seal(secret)
        let reader = try SealedReader(try fixture.directory.write("sealed", sealed))
        #expect(reader.label == Self.label)
        for length in [4, 8, secret.count] { #expect(Data(sealed).range(of: Data(secret.prefix(length))) == nil) }
        // The same data never gives the same bytes.
        #expect(try fixture.seal(secret) != sealed)
    }

    @Test func `every changed byte of a file with one chunk is found`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let sealed = try fixture.seal(Self.data(100))
        for index in sealed.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var changed = sealed
                changed[index] ^= change
                let reason = fixture.refusal(changed)
                #expect(reason.hasPrefix(fixture.directory.path), "byte \(index): \(reason)")
            }
        }
    }

    @Test func `a changed byte in any region of a longer file is found, and the message names the place`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let sealed = try fixture.seal(Self.data(3 * SealedFormat.chunkBytes + 100))
        let regions: [(offset: Int, words: String)] = [
            (0, "is not a sealed file of Mealwire"), (8, "a format that this version of Mealwire does not know"),
            (9, "was sealed with the key"), (16, "was sealed with the key"),
            // The length of the label: a little longer, and longer than any label.
            (17, "bytes 0 to"), (19, "impossible length"), (20, "impossible length"),
            (21, "bytes 0 to"), (21 + Self.label.count, "bytes 0 to"), (Self.header - 1, "bytes 0 to"),
            (Self.header, "bytes 0 to"), (Self.header + 1, "bytes 0 to"), (Self.header + Self.chunk - 1, "bytes 0 to"),
            (Self.header + Self.chunk, "bytes \(Self.header + Self.chunk) to \(Self.header + 2 * Self.chunk - 1)"),
            (Self.header + 2 * Self.chunk - 1, "bytes \(Self.header + Self.chunk) to"),
            (Self.header + 2 * Self.chunk + 5_000, "bytes \(Self.header + 2 * Self.chunk) to"),
            (Self.header + 3 * Self.chunk, "from \(Self.header + 3 * Self.chunk) to its end"),
            (sealed.count - 1, "from \(Self.header + 3 * Self.chunk) to its end"),
        ]
        for (offset, words) in regions {
            var changed = sealed
            changed[offset] ^= 0x01
            let reason = fixture.refusal(changed)
            #expect(reason.contains(words), "byte \(offset): \(reason)")
        }
    }

    @Test func `a file that is cut off at any byte is refused`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let short = try fixture.seal(Self.data(50))
        for count in short.indices { _ = fixture.refusal(Array(short.prefix(count))) }
        let long = try fixture.seal(Self.data(3 * SealedFormat.chunkBytes))
        for chunks in 0...2 {
            let end = Self.header + chunks * Self.chunk
            #expect(fixture.refusal(Array(long.prefix(end))).contains("is cut off: it ends after \(end) bytes"))
            for change in [1, Self.overhead - 1, Self.overhead, 1_000, Self.chunk - 1] {
                #expect(fixture.refusal(Array(long.prefix(end + change))).contains("is cut off, extended or damaged"))
            }
        }
    }

    @Test func `a file that was extended is refused`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let short = try fixture.seal(Self.data(50))
        // The last chunk is full, so its end can be seen before the data that follows.
        let full = try fixture.seal(Self.data(2 * SealedFormat.chunkBytes))
        for more in [[0], Array(short.suffix(60)), short, Array(full.suffix(Self.chunk)), full] {
            #expect(fixture.refusal(short + more).contains("not match their seal"))
            #expect(fixture.refusal(full + more).contains("was extended: data follows its last part"))
        }
    }

    @Test func `chunks that were exchanged, repeated or left out are found`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let sealed = try fixture.seal(Self.data(4 * SealedFormat.chunkBytes))
        let other = try fixture.seal(Self.data(4 * SealedFormat.chunkBytes))
        let begin = Array(sealed.prefix(Self.header))
        let chunks = (0..<4).map { Array(sealed[(Self.header + $0 * Self.chunk)...].prefix(Self.chunk)) }
        for order in [[1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3], [0, 1, 1, 2, 3], [3], [0, 3], [0, 1, 2, 3, 3]] {
            _ = fixture.refusal(begin + order.flatMap { chunks[$0] })
        }
        // The same chunk of another file with the same data and key.
        var mixed = sealed
        let place = (Self.header + Self.chunk)..<(Self.header + 2 * Self.chunk)
        mixed.replaceSubrange(place, with: other[place])
        #expect(fixture.refusal(mixed).contains("do not match their seal"))
        #expect(
            fixture.refusal(Array(other.prefix(Self.header)) + sealed.dropFirst(Self.header)).contains("bytes 0 to")
        )
    }

    @Test func `a file of another key is refused, also if its header names the given key`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let other = try BackupKey.make(fixture.directory.file("other.key"))
        var sealed = try fixture.seal(Self.data(10), key: other)
        let reason = fixture.refusal(sealed)
        #expect(reason.contains("was sealed with the key \(other.id), but \(fixture.key.path) contains the key"))
        #expect(try fixture.open(sealed, key: other) == Self.data(10))
        sealed.replaceSubrange(9..<17, with: try fixture.seal([])[9..<17])
        #expect(fixture.refusal(sealed).contains("do not match their seal"))
    }

    @Test func `a file without its final chunk is not complete`() throws {
        let fixture = try Fixture()
        defer { fixture.directory.remove() }
        let path = fixture.directory.file("unfinished")
        let writer = try SealedWriter(path, key: fixture.key, label: Self.label)
        try writer.append(Self.data(2 * SealedFormat.chunkBytes + 5)[...])
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        #expect(fixture.refusal(bytes).contains("is cut off"))
        withExtendedLifetime(writer) {}
    }
}
