package import NIOCore

/// The connection on which a task reads requests, as far as answers need to know of it.
package final class CallerConnection: Sendable {
    /// The present task's; nil for one that reads no requests.
    @TaskLocal package static var current: CallerConnection?

    private let channel: any Channel
    /// The IP address at its other end.
    let address: String?

    package init(_ channel: any Channel) {
        self.channel = channel
        address = channel.remoteAddress?.ipAddress
    }

    /// Closes it, and drops what is not written yet: for an answer that nobody reads.
    func end() { channel.close(promise: nil) }
}
