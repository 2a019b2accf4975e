/// An event loop of somebody else's on which calls can be carried, so that whoever makes them on that loop needs no other
/// thread: neither has one to be woken for a request, nor for its answer.
package protocol HostLoop: Sendable {
    /// Whether the caller runs on it.
    var isCurrent: Bool { get }

    /// Runs something on the loop, behind what it has to do already; may be called from any thread.
    func execute(_ body: @escaping @Sendable () -> Void)

    /// Runs something on the loop, later.
    func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable () -> Void)

    /// Takes a connected socket over; called on the loop only.
    ///
    /// - Parameters:
    ///   - descriptor: Of the socket, which it closes in the end.
    ///   - whenReady: To be called on the loop when something has come, when there is room to write again after
    ///     ``ByteStream/write(_:)`` had to wait, and when the other side is gone.
    /// - Returns: What is read and written on the loop.
    func carry(_ descriptor: Int32, whenReady: @escaping @Sendable () -> Void) -> any LinkStream
}
