import Contracts
package import NIOCore

/// The timeouts of a connection.
package struct ConnectionTimeouts: Sendable {
    /// Closes a connection without a request after this time.
    ///
    /// This is also the default of nginx. Clients and proxies use shorter timeouts, so a request rarely arrives while
    /// the server closes its connection.
    package static let idleDefault = TimeAmount.seconds(Int64(ServerLimit.idleS.value))
    /// The time from the first byte of a request to the end of its head; enough for the slowest links.
    package static let headDefault = TimeAmount.seconds(Int64(ServerLimit.headS.value))
    /// The time from the head of a request to the end of its body, plus the time granted for received bytes.
    package static let bodyDefault = TimeAmount.seconds(Int64(ServerLimit.bodyS.value))
    /// Each time this many bytes of a body arrive, the timeout grows by one second; the rate of the slowest mobile
    /// links.
    package static let bodyBytesPerSecondDefault = ServerLimit.bodyBytesPerSecond.value
    /// The time in which a client must read at least ``answerBytesMin`` bytes of a waiting response.
    package static let answerDefault = TimeAmount.seconds(Int64(ServerLimit.readS.value))
    /// The minimum of bytes that a client must read in that time.
    package static let answerBytesMin = ServerLimit.readBytes.value
    /// After its last response, a connection is read for at most this time and this many bytes.
    ///
    /// If the server closed it earlier, the client's system would discard that response.
    package static let linger = TimeAmount.seconds(2)
    package static let lingerBytesMax = 256 << 10

    package let idle: TimeAmount
    package let head: TimeAmount
    package let body: TimeAmount
    package let bodyBytesPerSecond: Int
    package let answer: TimeAmount

    package init(
        idle: TimeAmount = ConnectionTimeouts.idleDefault,
        head: TimeAmount = ConnectionTimeouts.headDefault,
        body: TimeAmount = ConnectionTimeouts.bodyDefault,
        bodyBytesPerSecond: Int = ConnectionTimeouts.bodyBytesPerSecondDefault,
        answer: TimeAmount = ConnectionTimeouts.answerDefault
    ) {
        (self.idle, self.head, self.body, self.answer) = (idle, head, body, answer)
        self.bodyBytesPerSecond = bodyBytesPerSecond
    }
}
