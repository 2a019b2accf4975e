/// Transports the bytes of a link's connections, one after the other: a polling thread or an event loop.
protocol LinkCarrier {
    /// Takes ownership of a connected socket.
    ///
    /// - Parameter descriptor: The socket, which it closes in the end.
    /// - Returns: The stream, which the owner of the link reads and writes.
    /// - Throws: `SocketError` if the system has no resources to watch it.
    func carry(_ descriptor: Int32) throws(SocketError) -> any LinkStream
}

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
