package import ZMTP

/// Takes ownership of a connected socket, and transports its bytes: on a polling thread, or on an event loop.
///
/// It closes the socket in the end, and throws `SocketError` if the system has no resources to watch it.
typealias LinkTransport = (_ descriptor: Int32) throws(SocketError) -> any LinkStream

/// The byte stream of one connection of a link.
package protocol LinkStream: ByteStream {
    /// Starts or stops reporting when there is room to write.
    func watch(writing: Bool)

    /// Waits for room to write while the process ends.
    ///
    /// - Parameter milliseconds: The time limit.
    /// - Returns: Whether another attempt to write makes sense.
    func waitUntilWritable(milliseconds: UInt64) -> Bool

    /// Closes the stream; nothing is read or written after this.
    func end()
}

/// An external event loop that sends its own calls, so that a call and its answer wake no other thread.
package protocol EventLoopAdapter: Sendable {
    /// Whether the caller runs on the loop.
    var isCurrent: Bool { get }

    /// Runs the body on the loop, after what is already scheduled; may be called from any thread.
    func execute(_ body: @escaping @Sendable () -> Void)

    /// Runs the body on the loop after a delay.
    func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable () -> Void)

    /// Takes ownership of a connected socket; called on the loop only.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which it closes in the end.
    ///   - whenReady: Called on the loop when there is input, when there is room to write again after
    ///     ``ByteStream/write(_:)`` had to wait, and when the peer has disconnected.
    /// - Returns: The stream, which is read and written on the loop.
    func openStream(_ descriptor: Int32, whenReady: @escaping @Sendable () -> Void) -> any LinkStream
}
