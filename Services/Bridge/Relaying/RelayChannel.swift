/// Tracks frame numbers and credits of one connection between two bridges, in both directions.
package struct RelayChannel {
    /// The largest window: the bytes of data that may be in transit in one direction.
    ///
    /// With a round trip of 50 ms it allows 20 MB a second per connection.
    package static let windowMax: UInt64 = 1 << 20
    /// The smallest window, for times when other connections hold most of the ``CreditBudget``.
    ///
    /// It fits one frame with many messages.
    package static let windowMin: UInt64 = 64 << 10
    /// The first window; it is small, because most connections carry little and an idle one keeps its credit.
    package static let windowFirst = windowMax / 4
    /// How often the credit is renewed while a window is used.
    ///
    /// Data need not wait for a renewal, and the cost stays low.
    private static let renewalsInWindow: UInt64 = 4
    /// The minimum increase of a credit, in bytes.
    package static let renewalMin = windowMin / renewalsInWindow

    private var nextOut: UInt64 = 0
    private var nextIn: UInt64 = 0
    /// The bytes of data that this side has sent, and the total that it may send.
    private var sent: UInt64 = 0
    private var sendMax: UInt64 = 0
    /// The bytes of data that were received, and the total that may be received.
    private var received: UInt64 = 0
    private var receiveMax: UInt64
    /// The window of the last credit, in bytes.
    private var window: UInt64

    /// - Parameter window: The bytes of data that the other side may send with its first credit.
    package init(window: UInt64 = RelayChannel.windowFirst) {
        receiveMax = window
        self.window = window
    }

    /// The credit for the other side in the opening.
    package var firstCredit: UInt64 { receiveMax }

    /// Whether data may be sent.
    ///
    /// The last piece may exceed the credit, so that a large message needs no large window.
    package var maySend: Bool { sent < sendMax }

    /// Returns the number of the next frame to be sent.
    package mutating func number() -> UInt64 {
        defer { nextOut += 1 }
        return nextOut
    }

    /// Checks the number of a received frame.
    ///
    /// - Throws: `BridgeViolation.gap` if earlier frames are missing, or the frame is repeated.
    package mutating func accept(_ sequence: UInt64) throws(BridgeViolation) {
        guard sequence == nextIn else { throw .gap(expected: nextIn, found: sequence) }
        nextIn += 1
    }

    /// Records data that was sent.
    package mutating func spend(_ byteCount: Int) { sent += UInt64(byteCount) }

    /// Applies a credit of the other side.
    ///
    /// A bridge raises its credit neither by tiny amounts nor beyond the largest window. A malicious peer could
    /// otherwise send tiny credits for ever, or fill the memory of this side.
    ///
    /// - Throws: `BridgeViolation.creditLowered` if it is not ``renewalMin`` higher than the previous one,
    ///   `BridgeViolation.creditExceeded` if it exceeds the sent bytes by more than ``windowMax``.
    package mutating func raise(to credit: UInt64) throws(BridgeViolation) {
        guard credit >= sendMax, credit - sendMax >= Self.renewalMin else { throw .creditLowered }
        guard credit <= sent + Self.windowMax else { throw .creditExceeded }
        sendMax = credit
    }

    /// Records received data.
    ///
    /// - Throws: `BridgeViolation.creditExceeded` if the other side had no credit left,
    ///   `BridgeViolation.malformedBody` for empty data, which would use no credit.
    package mutating func receive(_ byteCount: Int) throws(BridgeViolation) {
        guard byteCount > 0 else { throw .malformedBody(.data) }
        guard received < receiveMax else { throw .creditExceeded }
        received += UInt64(byteCount)
    }

    /// Returns the bytes that this direction holds of the ``CreditBudget``: unused credit and waiting data.
    ///
    /// - Parameter waiting: The bytes of data that were received and not forwarded yet.
    /// - Returns: The bytes.
    package func held(waiting: Int) -> Int { Int(receiveMax - min(receiveMax, received)) + waiting }

    /// Renews the credit of the other side if enough of it is used.
    ///
    /// - Parameters:
    ///   - waiting: The bytes of data that were received and not forwarded yet.
    ///   - window: The bytes of data that may be in transit from now on.
    /// - Returns: The credit to send; nil if the last one is still sufficient.
    package mutating func renewedCredit(waiting: Int, window: UInt64) -> UInt64? {
        let passedOn = received - min(received, UInt64(waiting))
        let credit = passedOn + window
        // An idle connection keeps its first window, even if a larger one is possible.
        guard passedOn + self.window >= receiveMax + self.window / Self.renewalsInWindow,
            credit >= receiveMax + Self.renewalMin
        else { return nil }
        receiveMax = credit
        self.window = window
        return credit
    }
}
