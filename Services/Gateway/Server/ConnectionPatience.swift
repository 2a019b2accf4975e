package import NIOCore

/// How long a connection may keep its place without asking for anything.
package struct ConnectionPatience: Sendable {
    /// Of a connection with no request under way; as long as nginx keeps one by default, and longer than clients and proxies do, so
    /// that hardly any request meets a connection that is just being closed.
    package static let idleDefault = TimeAmount.seconds(75)
    /// Between the first byte of a request and the end of its head: ample for the slowest of lines, and one that takes longer holds
    /// a descriptor for nothing.
    package static let headDefault = TimeAmount.seconds(30)

    package let idle: TimeAmount
    package let head: TimeAmount

    package init(idle: TimeAmount = ConnectionPatience.idleDefault, head: TimeAmount = ConnectionPatience.headDefault) {
        (self.idle, self.head) = (idle, head)
    }
}
