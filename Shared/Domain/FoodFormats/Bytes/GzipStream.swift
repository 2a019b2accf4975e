import CZlib

/// Decompresses a gzip file and verifies its checksums; concatenated members form one stream (RFC 1952).
final class GzipStream: ByteStream {
    private static let inputBytes = 128 * 1_024
    /// The largest window, plus 16, which selects the gzip format with header and checksum.
    private static let windowBits: Int32 = 15 + 16

    private let file: any ByteStream
    // zlib stores a pointer to its state, so the state must not move.
    private let state: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableRawBufferPointer
    private var isBetweenMembers = true
    private var isAtEnd = false

    init(_ file: any ByteStream) throws(SourceFailure) {
        self.file = file
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        input = .allocate(byteCount: Self.inputBytes, alignment: 1)
        guard inflateInit2_(state, Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw SourceFailure(file.name, "cannot be decompressed: there is not enough memory", advice: "Try again.")
        }
    }

    deinit {
        inflateEnd(state)
        state.deallocate()
        input.deallocate()
    }

    var name: String { file.name }
    var bytesReadOnDisk: Int { file.bytesReadOnDisk }
    var bytesOnDisk: Int { file.bytesOnDisk }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceFailure) -> Int {
        state.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        state.pointee.avail_out = UInt32(clamping: buffer.count)
        let room = Int(state.pointee.avail_out)
        while !isAtEnd, Int(state.pointee.avail_out) == room {
            if state.pointee.avail_in == 0 {
                let count = try file.read(into: input)
                state.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                state.pointee.avail_in = UInt32(count)
                if count == 0 {
                    guard isBetweenMembers else { throw cutOff }
                    isAtEnd = true
                    break
                }
            }
            try decompress()
        }
        return room - Int(state.pointee.avail_out)
    }

    private func decompress() throws(SourceFailure) {
        isBetweenMembers = false
        switch inflate(state, Z_NO_FLUSH) {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isBetweenMembers = true
            guard inflateReset(state) == Z_OK else { throw damaged }
        default: throw damaged
        }
    }

    private var cutOff: SourceFailure {
        SourceFailure(name, "is cut off: its gzip data do not end", advice: "Fetch the file again.")
    }

    private var damaged: SourceFailure {
        SourceFailure(name, "is damaged: its gzip data are broken", advice: "Fetch the file again.")
    }
}
