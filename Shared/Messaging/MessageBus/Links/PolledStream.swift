import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// A socket that one thread polls until it is closed.
final class PolledStream: LinkStream {
    private let socket: SocketStream
    private let poller: Poller
    private let number: UInt64

    /// Takes ownership of a connected socket.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which is closed in the end.
    ///   - poller: Reports when it can be read or written.
    ///   - number: The number under which the poller reports it.
    /// - Throws: `SocketError` if the system has no resources to watch it.
    init(_ descriptor: Int32, _ poller: Poller, number: UInt64) throws(SocketError) {
        socket = SocketStream(descriptor)
        (self.poller, self.number) = (poller, number)
        try poller.add(descriptor, number: number)
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer { unsafe socket.read(into: room) }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer { unsafe socket.write(bytes) }

    func watch(writing: Bool) { poller.watch(socket.descriptor, number: number, writing: writing) }

    func waitUntilWritable(milliseconds: UInt64) -> Bool {
        var item = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&item, 1, Int32(clamping: milliseconds))
        return true
    }

    func end() { poller.remove(socket.descriptor) }
}
