/// The numbers and credits of one connection between two bridges, in both directions, without its socket.
package struct RelayChannel {
    /// The largest window: bytes of data that may be under way in one direction.
    ///
    /// With 50 ms from host to host and back it lets 20 MB a second through a connection.
    package static let windowMax: UInt64 = 1 << 20
    /// The smallest window, for as long as others hold most of the ``CreditBudget``: one frame of many messages.
    package static let windowMin: UInt64 = 64 << 10
    /// The first window: most connections never carry much, and an idle one keeps what it was granted.
    package static let windowFirst = windowMax / 4
    /// A credit is renewed when so much of a window is used: often enough that nothing waits, rarely enough to cost little.
    private static let renewalsInWindow: UInt64 = 4
    /// The least by which a credit is raised, in bytes.
    package static let renewalMin = windowMin / renewalsInWindow

    private var nextOut: UInt64 = 0
    private var nextIn: UInt64 = 0
    /// Bytes of data that this side has sent, and may send in all.
    private var sent: UInt64 = 0
    private var sendMax: UInt64 = 0
    /// Bytes of data that have come, and may come in all.
    private var received: UInt64 = 0
    private var receiveMax: UInt64
    /// The window of the last credit, in bytes.
    private var window: UInt64

    /// - Parameter window: Bytes of data that the other side may send with its first credit.
    package init(window: UInt64 = RelayChannel.windowFirst) {
        receiveMax = window
        self.window = window
    }

    /// The credit that the other side gets with the opening.
    package var firstCredit: UInt64 { receiveMax }

    /// Whether data may be sent; the last piece may go beyond the credit, so that a large message needs no large window.
    package var maySend: Bool { sent < sendMax }

    /// Returns the number of the next frame to be sent.
    package mutating func number() -> UInt64 {
        defer { nextOut += 1 }
        return nextOut
    }

    /// Takes the number of a frame that has come.
    ///
    /// - Throws: `BridgeViolation.gap` if frames before it are missing, or it came before.
    package mutating func accept(_ sequence: UInt64) throws(BridgeViolation) {
        guard sequence == nextIn else { throw .gap(expected: nextIn, found: sequence) }
        nextIn += 1
    }

    /// Records data that was sent.
    package mutating func spend(_ byteCount: Int) { sent += UInt64(byteCount) }

    /// Takes a credit of the other side.
    ///
    /// A credit that is hardly higher, or so high that more than a window could be under way, is no credit of a bridge: a
    /// peer could send the former for ever, and fill the memory of this side by the latter.
    ///
    /// - Throws: `BridgeViolation.creditLowered` if it is not ``renewalMin`` higher than the one before,
    ///   `BridgeViolation.creditExceeded` if it reaches further than ``windowMax`` beyond what was sent.
    package mutating func raise(to credit: UInt64) throws(BridgeViolation) {
        guard credit >= sendMax, credit - sendMax >= Self.renewalMin else { throw .creditLowered }
        guard credit <= sent + Self.windowMax else { throw .creditExceeded }
        sendMax = credit
    }

    /// Records data that has come.
    ///
    /// - Throws: `BridgeViolation.creditExceeded` if the other side had no credit left before it,
    ///   `BridgeViolation.malformedBody` for data without a byte, which would use up no credit.
    package mutating func receive(_ byteCount: Int) throws(BridgeViolation) {
        guard byteCount > 0 else { throw .malformedBody(.data) }
        guard received < receiveMax else { throw .creditExceeded }
        received += UInt64(byteCount)
    }

    /// Works out what this direction takes of the ``CreditBudget``: unused credit, and data that waits.
    ///
    /// - Parameter waiting: Bytes of data that have come and were not passed on yet.
    /// - Returns: The bytes.
    package func held(waiting: Int) -> Int { Int(receiveMax - min(receiveMax, received)) + waiting }

    /// Works out whether the other side is to get a new credit.
    ///
    /// - Parameters:
    ///   - waiting: Bytes of data that have come and were not passed on yet.
    ///   - window: Bytes of data that may be under way from now on.
    /// - Returns: The credit to be sent; nil if the last one is still good enough.
    package mutating func renewedCredit(waiting: Int, window: UInt64) -> UInt64? {
        let passedOn = received - min(received, UInt64(waiting))
        let credit = passedOn + window
        // A connection that carries nothing keeps its first window, even if it could have a larger one.
        guard passedOn + self.window >= receiveMax + self.window / Self.renewalsInWindow,
            credit >= receiveMax + Self.renewalMin
        else { return nil }
        receiveMax = credit
        self.window = window
        return credit
    }
}
