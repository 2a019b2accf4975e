import Glibc

/// A window of a stream in memory: the bytes being parsed and some that follow.
///
/// It grows only while its user reads more without dropping bytes at the start.
struct ByteWindow {
    /// Size of one read in bytes, which a disk delivers at once.
    static let readBytes = 64 * 1_024

    let stream: any ByteStream
    /// The buffer; bytes from `start` to `end` are valid.
    private(set) var bytes: [UInt8]
    /// Start of the window; bytes before it are dropped.
    private(set) var start = 0
    private(set) var end = 0
    private(set) var isAtEnd = false

    init(_ stream: any ByteStream) {
        self.stream = stream
        bytes = [UInt8](repeating: 0, count: 2 * Self.readBytes)
    }

    var count: Int { end - start }

    /// Drops the first bytes.
    mutating func drop(_ count: Int) {
        start += min(count, end - start)
    }

    /// Drops all bytes before an index of `bytes`.
    mutating func drop(upTo index: Int) {
        start = min(max(index, start), end)
    }

    /// Drops the byte order mark of UTF-8, if present.
    mutating func dropByteOrderMark() {
        if bytes[start..<end].starts(with: [0xEF, 0xBB, 0xBF]) { drop(3) }
    }

    /// Appends the next bytes of the stream; may move the window to the start of the buffer.
    mutating func fill() throws(SourceFailure) {
        guard !isAtEnd else { return }
        makeRoom()
        let (free, stream) = (end, stream)
        let read = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SourceFailure) in
            try stream.read(
                into: UnsafeMutableRawBufferPointer(
                    UnsafeMutableBufferPointer(rebasing: buffer[free..<free + Self.readBytes])
                )
            )
        }
        if read == 0 { isAtEnd = true }
        end += read
    }

    private mutating func makeRoom() {
        if start > 0 {
            let (from, count) = (start, end - start)
            bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                memmove(base, base + from, count)
            }
            (start, end) = (0, count)
        }
        if end + Self.readBytes > bytes.count {
            bytes.append(contentsOf: repeatElement(0, count: bytes.count))
        }
    }
}
