#if canImport(Glibc)
import Glibc
#endif

/// A file that exists while a process serves, and is touched as long as the process is alive.
///
/// A container's health check reads it.
package struct HeartbeatFile: Sendable {
    /// The interval between two touches.
    package static let interval = Duration.seconds(5)
    /// The age, in seconds, from which the process counts as dead: three missed touches.
    package static let ageMaxS = 15

    package let path: String

    package init(path: String) { self.path = path }

    /// Creates the file, or sets its time to the present.
    ///
    /// - Returns: Whether that succeeded.
    @discardableResult
    package func touch() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return futimens(descriptor, nil) == 0
    }

    /// Removes the file: the process does not serve any more.
    package func remove() { unlink(path) }

    /// Returns why the process is unhealthy; nil if it is healthy.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: A clause without a full stop.
    package func defect(now: Int = time(nil)) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return "it does not serve (yet): \(path) does not exist" }
        let age = now - status.st_mtim.tv_sec
        return age <= Self.ageMaxS ? nil : "its heartbeat is \(age) seconds old"
    }
}
