import CLinux

#if canImport(Glibc)
import Glibc
#endif

/// Waits for events of descriptors with epoll; the cost does not depend on the number of idle descriptors.
@safe package final class Poller {
    /// The most descriptors reported at once.
    private static let reportsMax = 256

    /// The events of one descriptor.
    package struct Report {
        /// The number under which it was added.
        package let number: UInt64
        package let isReadable: Bool
        package let isWritable: Bool
        /// Whether the other side has closed the connection; always reported.
        package let hasEnded: Bool
    }

    private let descriptor: Int32
    private let events: UnsafeMutablePointer<epoll_event>

    package init() throws(SocketError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { throw .last("epoll_create1") }
        unsafe events = .allocate(capacity: Self.reportsMax)
        unsafe events.initialize(repeating: epoll_event(), count: Self.reportsMax)
    }

    deinit {
        close(descriptor)
        unsafe events.deallocate()
    }

    /// Watches a descriptor for input.
    package func add(_ other: Int32, number: UInt64) throws(SocketError) {
        guard control(EPOLL_CTL_ADD, other, number, writing: false) else { throw .last("epoll_ctl") }
    }

    /// Changes the watched events: input, room to write, both, or the end alone.
    package func watch(_ other: Int32, number: UInt64, reading: Bool = true, writing: Bool) {
        _ = control(EPOLL_CTL_MOD, other, number, reading: reading, writing: writing)
    }

    package func remove(_ other: Int32) {
        _ = control(EPOLL_CTL_DEL, other, 0, writing: false)
    }

    private func control(
        _ operation: Int32,
        _ other: Int32,
        _ number: UInt64,
        reading: Bool = true,
        writing: Bool
    ) -> Bool {
        var event = unsafe epoll_event()
        unsafe event.events = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
        unsafe event.data.u64 = number
        return unsafe epoll_ctl(descriptor, operation, other, &event) == 0
    }

    /// Waits for events until the time limit.
    ///
    /// - Returns: The number of descriptors with events.
    package func wait(milliseconds: Int) -> Int {
        max(0, Int(unsafe epoll_wait(descriptor, events, Int32(Self.reportsMax), Int32(milliseconds))))
    }

    /// Returns a descriptor's events from the last wait.
    package func report(_ index: Int) -> Report {
        let event = unsafe events[index]
        let ends = EPOLLHUP.rawValue | EPOLLERR.rawValue
        return unsafe Report(
            number: unsafe event.data.u64,
            isReadable: event.events & (EPOLLIN.rawValue | ends) != 0,
            isWritable: event.events & EPOLLOUT.rawValue != 0,
            hasEnded: event.events & ends != 0
        )
    }
}
