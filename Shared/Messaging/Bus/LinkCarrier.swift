/// Carries the bytes of a link's connections, one after the other: a thread that polls sockets, or an event loop.
protocol LinkCarrier {
    /// Takes a connected socket over.
    ///
    /// - Parameter descriptor: Of the socket, which it closes in the end.
    /// - Returns: What is read and written by whoever has the link.
    /// - Throws: `SocketError` if the system has no room to watch it.
    func carry(_ descriptor: Int32) throws(SocketError) -> any LinkStream
}

/// The bytes of one connection of a link.
package protocol LinkStream: ByteStream {
    /// Asks to be told when there is room to write again, or no longer.
    func watch(writing: Bool)

    /// Waits for room to write while the process ends.
    ///
    /// - Parameter milliseconds: How long at most.
    /// - Returns: Whether it makes sense to try again.
    func waitUntilWritable(milliseconds: UInt64) -> Bool

    /// Nothing is read or written any more.
    func end()
}
