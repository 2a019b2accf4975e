import CZeroMQ

/// Sleeps until one of a few sockets has something.
@safe package struct Poller {
    private var items: [zmq_pollitem_t] = unsafe []

    package init() {}

    package mutating func add(_ socket: ZMQSocket) {
        unsafe items.append(zmq_pollitem_t(socket: socket.pointer, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    }

    package mutating func add(descriptor: Int32) {
        unsafe items.append(zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0))
    }

    /// Waits at most so many milliseconds.
    package mutating func wait(milliseconds: Int) {
        _ = unsafe zmq_poll(&items, Int32(items.count), milliseconds)
    }

    /// Whether what was added as number `index` has something, as of the last wait.
    package func isReadable(_ index: Int) -> Bool { unsafe items[index].revents & Int16(ZMQ_POLLIN) != 0 }
}
