#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A new file that only its owner may read, written in portions.
package final class NewFile {
    private let path: String
    private let descriptor: Int32

    /// Creates the file.
    ///
    /// - Throws: `FileFailure` if it exists already, or cannot be created.
    package init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("make", path) }
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    package func append(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure("write", path) }
            rest.removeFirst(count)
        }
    }

    /// Waits until all bytes are on the disk.
    package func sync() throws {
        guard fsync(descriptor) == 0 else { throw FileFailure("write", path) }
    }
}

/// Describes a failed file operation in one sentence, with the system's reason.
package struct FileFailure: Error, CustomStringConvertible {
    package let description: String

    /// Describes the system call that just failed, from `errno`.
    package init(_ verb: String, _ path: String) {
        description = "Cannot \(verb) \(path): \(String(cString: strerror(errno)))."
    }
}
