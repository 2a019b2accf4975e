#if canImport(Glibc)
import Glibc
#endif

/// Estimates the bytes of a connection that the other host has not received yet.
///
/// They wait in the queue of libzmq, which has no bound in bytes, and in the system. A credit does not prove that they
/// have arrived: a malicious bridge can grant credit and never read. So this type compares the sent bytes with those
/// that the other host's system has acknowledged.
package struct UnacknowledgedBytes {
    /// What libzmq adds to a frame: name, nonce, code and flags (ZeroMQ RFC 26), then flags and a length (RFC 23).
    private static let (sealLength, shortHeaderLength, longHeaderLength) = (8 + 8 + 16 + 1, 2, 9)
    /// The longest sealed frame with a length of one byte.
    private static let shortMax = 255

    private var sent: UInt64 = 0
    /// The acknowledged bytes besides frames of the bridge, such as the handshake and heartbeats.
    ///
    /// It is the largest surplus that was observed, so it never exceeds the real number.
    package private(set) var others: UInt64 = 0
    /// The unacknowledged bytes, except those of heartbeats that were sent since none were left.
    package private(set) var count = 0

    package init() {}

    /// Records a frame.
    ///
    /// - Parameter bodyLength: The length of the body of the ``Envelope`` in bytes.
    package mutating func send(_ bodyLength: Int) {
        let sealed = Envelope.headerLength + bodyLength + Self.sealLength
        let length = sealed + (sealed > Self.shortMax ? Self.longHeaderLength : Self.shortHeaderLength)
        sent += UInt64(length)
        count += length
    }

    /// Updates the estimate.
    ///
    /// - Parameter acknowledged: All bytes of the connection that the other host's system has acknowledged; nil if this
    ///   system does not report them.
    package mutating func update(acknowledged: UInt64?) {
        guard let acknowledged else {
            count = 0
            return
        }
        if acknowledged > sent + others { others = acknowledged - sent }
        count = Int(sent + others - acknowledged)
    }
}

/// Counters of a TCP connection.
package enum TCPCounters {
    /// Offsets in `struct tcp_info` of Linux 4.1 and later; the header of the C library lacks these fields.
    private static let (acknowledgedOffset, receivedOffset) = (120, 128)
    /// The length of the information, with room for fields of later versions.
    private static let lengthMax = 256

    /// Returns the sent bytes that the other host's system has acknowledged; nil if this system does not report them.
    package static func acknowledged(_ descriptor: Int32) -> UInt64? { counter(descriptor, acknowledgedOffset) }

    /// Returns the bytes that this system has received; nil if it does not report them.
    package static func received(_ descriptor: Int32) -> UInt64? { counter(descriptor, receivedOffset) }

    private static func counter(_ descriptor: Int32, _ offset: Int) -> UInt64? {
        withUnsafeTemporaryAllocation(byteCount: lengthMax, alignment: MemoryLayout<UInt64>.alignment) { information in
            var length = socklen_t(information.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, information.baseAddress, &length) == 0,
                Int(length) >= offset + MemoryLayout<UInt64>.size
            else { return nil }
            return information.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
    }
}
