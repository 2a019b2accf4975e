#if canImport(Glibc)
import Glibc
#endif

/// A listening socket that the parent process opened (`LISTEN_FDS`, as systemd and others do).
///
/// It stays open while this process is replaced: clients that connect meanwhile wait a moment and are not refused.
package enum InheritedSocket {
    /// The number of the first passed socket, by the convention of `LISTEN_FDS`.
    private static let firstDescriptor: Int32 = 3

    /// Returns the first socket that was passed.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - process: The id of this process, which `LISTEN_PID` must name.
    /// - Returns: Its descriptor, which this process must close; nil if none was passed.
    package static func descriptor(environment: [String: String], process: Int32 = getpid()) -> Int32? {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == process,
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return nil }
        return take(firstDescriptor)
    }

    /// Takes over a listening socket by its number, as `mealwire up` passes it.
    ///
    /// - Returns: The same number; nil if it is no listening socket.
    package static func take(_ descriptor: Int32) -> Int32? {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, isListening(descriptor) else { return nil }
        // Child processes must not inherit it.
        _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC)
        return descriptor
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }
}
