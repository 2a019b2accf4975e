package import NIOCore

/// How long a connection may keep its place without asking for anything, or without going on.
package struct ConnectionPatience: Sendable {
    /// Of a connection with no request under way; as long as nginx keeps one by default, and longer than clients and proxies do, so
    /// that hardly any request meets a connection that is just being closed.
    package static let idleDefault = TimeAmount.seconds(75)
    /// Between the first byte of a request and the end of its head: ample for the slowest of lines, and one that takes longer holds
    /// a descriptor for nothing.
    package static let headDefault = TimeAmount.seconds(30)
    /// Between the head of a request and the end of its body, besides the time for what has come.
    package static let bodyDefault = TimeAmount.seconds(30)
    /// Bytes of a body that give one second more: what the slowest of mobile lines carry.
    package static let bodyBytesPerSecondDefault = 8 << 10
    /// In which a client has to read some of an answer that waits for it.
    package static let answerDefault = TimeAmount.seconds(30)
    /// Bytes that it has to read in that time.
    package static let answerBytesMin = 30 << 10
    /// How long, and for how many bytes, a connection that has had its last answer is read, because closing it before
    /// would have the client's system drop that answer.
    package static let linger = TimeAmount.seconds(2)
    package static let lingerBytesMax = 256 << 10

    package let idle: TimeAmount
    package let head: TimeAmount
    package let body: TimeAmount
    package let bodyBytesPerSecond: Int
    package let answer: TimeAmount

    package init(
        idle: TimeAmount = ConnectionPatience.idleDefault,
        head: TimeAmount = ConnectionPatience.headDefault,
        body: TimeAmount = ConnectionPatience.bodyDefault,
        bodyBytesPerSecond: Int = ConnectionPatience.bodyBytesPerSecondDefault,
        answer: TimeAmount = ConnectionPatience.answerDefault
    ) {
        (self.idle, self.head, self.body, self.answer) = (idle, head, body, answer)
        self.bodyBytesPerSecond = bodyBytesPerSecond
    }
}
