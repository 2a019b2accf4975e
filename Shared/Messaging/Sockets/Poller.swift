import CZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// Sleeps until one of a few sockets may have something.
///
/// It polls the sockets' own descriptors with one system call; `zmq_poll` makes two for each socket besides. The price: a
/// descriptor (`ZMQ_FD`) tells only that there is news since the socket was last used. So whoever sleeps here must have
/// received until nothing was left, and must look again after each send, before it sleeps.
@safe package struct Poller {
    private var items: [pollfd] = []

    package init() {}

    /// Watches a socket.
    package mutating func add(_ socket: ZMQSocket) throws(ZMQError) {
        var descriptor: Int32 = -1
        var size = MemoryLayout<Int32>.size
        guard unsafe zmq_getsockopt(socket.pointer, ZMQ_FD, &descriptor, &size) == 0 else {
            throw .last("zmq_getsockopt(ZMQ_FD)")
        }
        add(descriptor: descriptor)
    }

    /// Watches a file descriptor.
    package mutating func add(descriptor: Int32) {
        items.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }

    /// Waits at most so many milliseconds.
    package mutating func wait(milliseconds: Int) {
        _ = unsafe poll(&items, nfds_t(items.count), Int32(milliseconds))
    }

    /// Whether what was added as number `index` may have something, as of the last wait.
    package func isReadable(_ index: Int) -> Bool { items[index].revents & Int16(POLLIN) != 0 }
}
