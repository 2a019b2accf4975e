import Glibc

/// A stretch of a stream that lies in memory: what is being looked at, and a little of what follows.
///
/// It grows only as far as whoever reads keeps asking for more without letting go of the beginning.
struct ByteWindow {
    /// As much as a disk hands over at once without waiting.
    static let readBytes = 64 * 1_024

    let stream: any ByteStream
    /// Room for what was read; bytes from `start` to `end` count.
    private(set) var bytes: [UInt8]
    /// What was let go of stands before it.
    private(set) var start = 0
    private(set) var end = 0
    private(set) var isAtEnd = false

    init(_ stream: any ByteStream) {
        self.stream = stream
        bytes = [UInt8](repeating: 0, count: 2 * Self.readBytes)
    }

    var count: Int { end - start }

    /// Lets go of the first bytes.
    mutating func drop(_ count: Int) {
        start += min(count, end - start)
    }

    /// Lets go of everything up to an index of `bytes`.
    mutating func drop(upTo index: Int) {
        start = min(max(index, start), end)
    }

    /// Lets go of UTF-8's byte order mark.
    mutating func dropByteOrderMark() {
        if bytes[start..<end].starts(with: [0xEF, 0xBB, 0xBF]) { drop(3) }
    }

    /// Reads more behind what is there; moves what is there to the front.
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
