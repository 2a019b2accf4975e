import NIOCore

/// Closes a stream if the client does not let its response proceed, though it may read others.
///
/// A client that reads nothing at all is noticed by the connection's ``UnreadResponseHandler``.
final class HTTP2ResponseProgress {
    private let channel: any Channel
    private let unread: UnreadResponses
    private let timeout: TimeAmount
    private let whenComplete: () -> Void
    private var unwritten = 0
    private var timer: Scheduled<Void>?
    private var progress = ReadProgress(unwritten: 0)

    /// - Parameters:
    ///   - channel: The stream's channel.
    ///   - unread: Limits the memory of unread responses.
    ///   - timeout: The time in which the client must read a part.
    ///   - whenComplete: Called each time when all bytes so far are written.
    init(
        _ channel: any Channel,
        _ unread: UnreadResponses,
        _ timeout: TimeAmount,
        whenComplete: @escaping () -> Void
    ) {
        (self.channel, self.unread, self.timeout) = (channel, unread, timeout)
        self.whenComplete = whenComplete
    }

    /// Whether all bytes so far are written to the socket.
    var isComplete: Bool { unwritten == 0 }

    /// Counts bytes until they are written to the socket.
    func add(_ count: Int, until written: EventLoopFuture<Void>) {
        unwritten += count
        written.assumeIsolated().whenComplete { _ in
            self.unwritten -= count
            guard self.unwritten == 0 else { return }
            self.stop()
            self.whenComplete()
        }
    }

    /// Starts to watch if bytes could not be written.
    func watch() {
        guard unwritten > 0, timer == nil else { return }
        let (channel, client) = (channel, channel.remoteAddress?.ipAddress.flatMap(ClientAddress.network) ?? "")
        progress = ReadProgress(unwritten: unwritten)
        unread.add(ObjectIdentifier(channel), unwritten, of: client) { channel.close(promise: nil) }
        setTimer()
    }

    func stop() {
        guard timer != nil else { return }
        unread.remove(ObjectIdentifier(channel))
        timer?.cancel()
        timer = nil
    }

    private func setTimer() {
        timer = channel.eventLoop.assumeIsolated().scheduleTask(in: timeout) { self.check() }
    }

    private func check() {
        guard unwritten > 0 else { return stop() }
        let isConnectionStuck = channel.parent.map { !$0.isWritable } ?? false
        if isConnectionStuck || progress.isSufficient(unwritten: unwritten) { return setTimer() }
        stop()
        channel.close(promise: nil)
    }
}
