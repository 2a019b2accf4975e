#if canImport(Glibc)
import Glibc
#endif

/// Finds peers that send a message without an end, which libzmq would keep whole in memory.
///
/// libzmq hands a message over when its last frame has come, and bounds single frames only. So the bytes that the
/// system has received are compared with the times at which a message was handed over.
package struct UnfinishedMessages {
    /// Bytes of one message on the wire: the longest that is taken and what the system buffers behind it, twice.
    package static let bytesMax = 16 << 20
    /// Bytes between two looks that count for nothing: PINGs and PONGs of libzmq.
    private static let idleBytesMax: UInt64 = 1_024

    private struct Progress {
        var received: UInt64 = 0
        var unfinished: UInt64 = 0
        /// Whether a message was handed over since the last look: what came until then is none of an unfinished one.
        var hasMessage = false
    }

    private var connections: [Int32: Progress] = [:]

    package init() {}

    /// A message of a connection was handed over.
    package mutating func recordMessage(_ descriptor: Int32) {
        connections[descriptor, default: Progress()].hasMessage = true
    }

    package mutating func remove(_ descriptor: Int32) { connections[descriptor] = nil }

    /// Looks at a connection; whether it has sent too much without the end of a message.
    ///
    /// - Parameters:
    ///   - descriptor: Its descriptor in libzmq.
    ///   - received: Bytes that the system has received over it.
    /// - Returns: Whether the connection is to end.
    package mutating func forEach(_ descriptor: Int32, received: UInt64) -> Bool {
        var progress = connections[descriptor] ?? Progress()
        let growth = received &- progress.received
        progress.received = received
        if progress.hasMessage {
            (progress.unfinished, progress.hasMessage) = (0, false)
        } else if growth > Self.idleBytesMax {
            progress.unfinished += growth
        }
        connections[descriptor] = progress
        return progress.unfinished > UInt64(Self.bytesMax)
    }

    /// Returns the bytes that the system has received over a TCP connection; nil if it does not tell.
    static func received(_ descriptor: Int32) -> UInt64? {
        // `struct tcp_info` of Linux 4.1 and later, in which `tcpi_bytes_received` is the 64 bits from byte 128 on. The
        // header of the C library lacks that field.
        let offset = 128
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
            Int(length) >= offset + MemoryLayout<UInt64>.size
        else { return nil }
        return information.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
}
