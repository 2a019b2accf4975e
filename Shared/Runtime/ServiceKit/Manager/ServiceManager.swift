import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// The service manager that started this process, such as systemd (`sd_notify`).
///
/// It listens on a datagram socket, `$NOTIFY_SOCKET`: a path, or after `@` a name in the abstract namespace. With
/// `$WATCHDOG_USEC` (for the process that `$WATCHDOG_PID` names) it kills a process that sends no watchdog notification
/// in time.
package final class ServiceManager: Sendable {
    private let address: [UInt8]
    /// The watchdog's time limit; nil if there is no watchdog.
    package let watchdog: Duration?
    private let lastStatus = Mutex("")

    /// Reads the service manager from the environment; nil if it names none.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - process: The id of this process.
    package init?(environment: [String: String], process: Int32 = getpid()) {
        guard let socket = environment["NOTIFY_SOCKET"], let address = Self.address(socket) else { return nil }
        self.address = address
        let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == process } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdog = isMeant && microseconds > 0 ? .microseconds(microseconds) : nil
    }

    /// The content of `sun_path`: an abstract name begins with a zero, and a path ends with one.
    private static func address(_ socket: String) -> [UInt8]? {
        let bytes = Array(socket.utf8)
        guard bytes.count > 1, bytes.count <= DataDirectory.socketPathLengthMax else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "/"): return bytes + [0]
        case UInt8(ascii: "@"): return [0] + bytes.dropFirst()
        default: return nil
        }
    }

    /// Sends the status that `systemctl status` shows, if it has changed.
    package func notify(status: String) {
        let isNew = lastStatus.withLock { last in
            defer { last = status }
            return last != status
        }
        if isNew { notify("STATUS=\(status)") }
    }

    /// Sends a notification, such as `READY=1`.
    ///
    /// - Parameter text: Assignments, one per line.
    /// - Returns: Whether it was sent. It does not block: the caller retries what must arrive.
    @discardableResult
    package func notify(_ text: String) -> Bool {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: self.address) }
        let pathOffset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
        let length = socklen_t(pathOffset + self.address.count)
        let bytes = Array(text.utf8)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, length)
            }
        }
        return sent == bytes.count
    }
}
