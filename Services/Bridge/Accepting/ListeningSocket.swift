#if canImport(Glibc)
import Glibc
#endif

/// The listening socket of libzmq, by a descriptor of this object's own.
///
/// libzmq accepts connections on its thread, and has no function to pause that. If it cannot accept a connection that
/// waits, its thread tries again without a pause.
package final class ListeningSocket {
    /// The index of dropped packets in the answer to `SO_MEMINFO` (`SK_MEMINFO_DROPS`), and the length of the answer.
    private static let (dropsIndex, memoryInformationCount) = (8, 9)
    /// The maximum number of connections to refuse at once: those that can wait, and some that arrive meanwhile.
    private static let refusedMax = 2 * BridgeSocket.backlog

    private let descriptor: Int32
    private var filter = ConnectionFilter()
    private var dropsBefore: UInt32 = 0
    /// A descriptor to release when the system has none left; -1 while libzmq uses it.
    private var reserve: Int32

    /// Uses a listening socket.
    ///
    /// - Returns: Nil if the system has no descriptor left.
    package init?(_ listening: Int32) {
        descriptor = fcntl(listening, F_DUPFD_CLOEXEC, 0)
        reserve = Self.openNull()
        // The descriptors share this flag. Without it, libzmq would block after ``refuseWaiting()``.
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
            return nil
        }
    }

    deinit {
        close(descriptor)
        close(reserve)
    }

    private static func openNull() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

    /// Drops new connections by a filter, instead of the earlier one.
    ///
    /// - Returns: Whether the system supports it.
    package func apply(_ filter: ConnectionFilter) -> Bool {
        guard filter != self.filter else { return true }
        guard filter.apply(to: descriptor) else { return false }
        self.filter = filter
        return true
    }

    /// Returns the number of attempts to connect that the system has dropped since the last call.
    package func countDropped() -> Int {
        var values = [UInt32](repeating: 0, count: Self.memoryInformationCount)
        var length = socklen_t(values.count * MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_MEMINFO, &values, &length) == 0 else { return 0 }
        defer { dropsBefore = values[Self.dropsIndex] }
        return Int(values[Self.dropsIndex] &- dropsBefore)
    }

    /// Ends connections that wait to be accepted, when the system has no descriptor for them.
    ///
    /// libzmq's thread may use the released descriptor first. Then it accepts a connection, which its monitor reports.
    ///
    /// - Returns: The number of ended connections.
    package func refuseWaiting() -> Int {
        if reserve >= 0 { close(reserve) }
        defer { reserve = Self.openNull() }
        var count = 0
        while count < Self.refusedMax {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { break }
            close(connection)
            count += 1
        }
        return count
    }

    /// Takes the reserve again if it was used; call it several times a second.
    package func restoreReserve() {
        if reserve < 0 { reserve = Self.openNull() }
    }
}
