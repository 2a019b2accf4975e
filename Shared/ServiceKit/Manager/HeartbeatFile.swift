#if canImport(Glibc)
import Glibc
#endif

/// A file that is there while a process serves, and is touched as long as it is alive; a container's health check looks at it.
package struct HeartbeatFile: Sendable {
    /// How often it is touched.
    package static let interval = Duration.seconds(5)
    /// The age at which nobody touches it any more: three times missed.
    package static let ageMaxS = 15

    package let path: String

    package init(path: String) { self.path = path }

    /// Makes the file, or its time the present.
    ///
    /// - Returns: Whether it could.
    @discardableResult
    package func touch() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return futimens(descriptor, nil) == 0
    }

    /// The process serves no more.
    package func remove() { unlink(path) }

    /// Says why the process is not well; nil if it is.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: A part of a sentence.
    package func complaint(now: Int = time(nil)) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return "it does not serve (yet): \(path) is not there" }
        let age = now - status.st_mtim.tv_sec
        return age <= Self.ageMaxS ? nil : "it gave no sign of life for \(age) seconds"
    }
}
