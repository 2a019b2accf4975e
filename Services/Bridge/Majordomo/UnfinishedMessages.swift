/// Detects peers that send an endless message, which libzmq would hold in memory.
///
/// libzmq delivers a message when its last frame has arrived, and bounds only single frames. So this type compares the
/// bytes that the system has received with the times of deliveries.
package struct UnfinishedMessages {
    /// The bound for one message on the wire, in bytes.
    ///
    /// It is twice the longest accepted message and the data that the system buffers after it.
    package static let bytesMax = 16 << 20
    /// The bytes between two checks that may be PINGs and PONGs of libzmq, and do not count.
    private static let idleBytesMax: UInt64 = 1_024

    private struct Progress {
        var received: UInt64 = 0
        var unfinished: UInt64 = 0
        /// Whether a message was delivered since the last check, so that earlier bytes are not unfinished.
        var hasMessage = false
    }

    private var connections: [Int32: Progress] = [:]

    package init() {}

    /// Records that a message of a connection was delivered.
    package mutating func recordMessage(_ descriptor: Int32) {
        connections[descriptor, default: Progress()].hasMessage = true
    }

    package mutating func remove(_ descriptor: Int32) { connections[descriptor] = nil }

    /// Checks whether a connection has sent too much data without the end of a message.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor in libzmq.
    ///   - received: The bytes that the system has received over the connection.
    /// - Returns: Whether the connection must end.
    package mutating func update(_ descriptor: Int32, received: UInt64) -> Bool {
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
}
