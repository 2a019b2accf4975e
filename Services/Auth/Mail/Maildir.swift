import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A maildir: a directory with one file for each message, accessible to its owner only.
///
/// A message is written to `tmp`, and moved to `new` when it is complete on disk. So mail programs never read a partial
/// message.
package final class Maildir: Sendable {
    private let path: String
    private let workQueue = BlockingWorkQueue(label: "auth.maildir")
    private let delivered = Atomic(0)

    /// Creates missing directories.
    ///
    /// - Throws: `MailFailure` if a directory cannot be created.
    package init(_ path: String) throws {
        self.path = path
        do {
            for name in ["", "/tmp", "/new", "/cur"] {
                try FileManager.default.createDirectory(
                    atPath: path + name,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
        } catch {
            throw MailFailure("The maildir \(path) cannot be created: \(error.localizedDescription)")
        }
    }

    /// Adds a message; it is on disk when this returns.
    package func deliver(_ message: MailMessage) async throws {
        let name = uniqueName()
        try await workQueue.run { [path] in
            let draft = "\(path)/tmp/\(name)"
            try Self.write(message.bytes, to: draft)
            guard rename(draft, "\(path)/new/\(name)") == 0 else {
                let reason = Self.reason()
                unlink(draft)
                throw MailFailure("A message cannot be moved within \(path): \(reason).")
            }
            try Self.flush(directory: "\(path)/new")
        }
    }

    /// Returns a file name as the maildir format requires: seconds, a unique part, and the host.
    ///
    /// The random bytes distinguish processes that have the same process id in different containers.
    private func uniqueName() -> String {
        let now = Date().timeIntervalSince1970
        let count = delivered.add(1, ordering: .relaxed).newValue
        let random = Base64URL.text(RandomBytes.make(count: 8))
        let host = ProcessInfo.processInfo.hostName.replacing("/", with: "\\057").replacing(":", with: "\\072")
        let microseconds = Int(now.truncatingRemainder(dividingBy: 1) * 1_000_000)
        return "\(Int(now)).M\(microseconds)P\(getpid())Q\(count)R\(random).\(host)"
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(MailFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MailFailure("\(path) cannot be created: \(reason()).") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            let reason = reason()
            unlink(path)
            throw MailFailure("\(path) cannot be written: \(reason).")
        }
    }

    /// Flushes the directory to disk, which makes the new file name durable.
    private static func flush(directory path: String) throws(MailFailure) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MailFailure("\(path) cannot be opened: \(reason()).") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw MailFailure("\(path) cannot be written: \(reason()).") }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
