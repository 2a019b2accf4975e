#if canImport(Glibc)
import Glibc
#endif

/// A listening socket that whoever started this process opened before (`LISTEN_FDS`, as systemd and others do).
///
/// It stays open while this process is replaced: whoever connects meanwhile waits a moment, and is not refused.
package enum InheritedSocket {
    /// Under which the first one is handed over, as all who do so have agreed on.
    private static let firstDescriptor: Int32 = 3

    /// Takes the socket.
    ///
    /// - Parameters:
    ///   - environment: The variables.
    ///   - process: The id of this process, for which they must be meant.
    /// - Returns: Its descriptor, which is this process's to close; nil if none was handed over.
    package static func descriptor(environment: [String: String], process: Int32 = getpid()) -> Int32? {
        guard environment["LISTEN_PID"].flatMap(Int32.init) == process,
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return nil }
        return take(firstDescriptor)
    }

    /// Takes a socket that listens and is known by its number, as `mealwire up` hands it over.
    ///
    /// - Returns: The same number; nil if nothing listens there.
    package static func take(_ descriptor: Int32) -> Int32? {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, isListening(descriptor) else { return nil }
        // Programs that this process starts have no use for it.
        _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC)
        return descriptor
    }

    private static func isListening(_ descriptor: Int32) -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }
}
