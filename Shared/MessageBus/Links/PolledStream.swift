#if canImport(Glibc)
import Glibc
#endif

/// Transports a link's bytes over sockets that one thread polls.
struct PolledLinkTransport: LinkTransport {
    let poller: Poller
    /// The number under which the poller reports its sockets.
    let number: UInt64

    func openStream(_ descriptor: Int32) throws(SocketError) -> any LinkStream {
        let stream = PolledStream(descriptor, self)
        try poller.add(descriptor, number: number)
        return stream
    }
}

/// A socket that the poller watches until it is closed.
private final class PolledStream: LinkStream {
    private let socket: SocketStream
    private let transport: PolledLinkTransport

    init(_ descriptor: Int32, _ transport: PolledLinkTransport) {
        socket = SocketStream(descriptor)
        self.transport = transport
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer { unsafe socket.read(into: room) }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer { unsafe socket.write(bytes) }

    func watch(writing: Bool) {
        transport.poller.watch(socket.descriptor, number: transport.number, writing: writing)
    }

    func waitUntilWritable(milliseconds: UInt64) -> Bool {
        var item = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&item, 1, Int32(clamping: milliseconds))
        return true
    }

    func end() { transport.poller.remove(socket.descriptor) }
}
