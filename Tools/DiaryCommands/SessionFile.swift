package import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
package import MealwireClient

/// The file with the sessions of the command line, by server; no other user may read it.
package struct SessionFile: Sendable {
    /// What the file contains.
    package struct Content: Codable, Sendable, Equatable {
        /// The server of the last sign-in.
        package var current: String?
        package var servers: [String: StoredSession]
        /// Meals that `mealwire log` has not logged completely; nil if there are none.
        package var pending: [PendingMeal]?

        package init(current: String? = nil, servers: [String: StoredSession] = [:], pending: [PendingMeal]? = nil) {
            self.current = current
            self.servers = servers
            self.pending = pending
        }
    }

    /// Far more than any number of sessions; another file is not read as a whole.
    private static let bytesMax = 1 << 20
    private static let fileMode: mode_t = 0o600
    private static let directoryMode: mode_t = 0o700
    /// The permissions of other users.
    private static let othersMask: mode_t = 0o077

    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Finds the file: `$XDG_CONFIG_HOME/mealwire/session.json`, or `~/.config/mealwire/session.json`.
    ///
    /// - Throws: `CommandFailure` if neither variable names a directory.
    package init(environment: [String: String]) throws(CommandFailure) {
        // A relative path does not count (XDG Base Directory Specification).
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            path = "\(base)/mealwire/session.json"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            path = "\(home)/.config/mealwire/session.json"
        } else {
            throw CommandFailure("HOME is not set. Set XDG_CONFIG_HOME to the directory for your session.")
        }
    }

    /// The directory of the file.
    package var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// Reads the file.
    ///
    /// - Returns: The content; an empty one if there is no file.
    /// - Throws: `CommandFailure` for a file that other users can read, or that is not one of this command.
    package func read() throws(CommandFailure) -> Content {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return Content() }
            throw CommandFailure("\(path) cannot be read: \(systemReason()).")
        }
        defer { close(descriptor) }
        try check(descriptor)
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 16 << 10))
        while bytes.count <= Self.bytesMax {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 || errno == EINTR else {
                throw CommandFailure("\(path) cannot be read: \(systemReason()).")
            }
            if count == 0 { break }
            bytes += buffer.prefix(max(0, count))
        }
        guard let content = try? PayloadCoder.decodeReply(Content.self, from: bytes) else {
            throw CommandFailure("\(path) is not a file of this command. Move it away, and run `mealwire login`.")
        }
        return content
    }

    private func check(_ descriptor: Int32) throws(CommandFailure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure("\(path) is not a file.")
        }
        guard status.st_uid == geteuid() else {
            throw CommandFailure("\(path) belongs to another user. Move it away, and run `mealwire login`.")
        }
        guard status.st_mode & Self.othersMask == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw CommandFailure(
                """
                Other users can read \(path) (mode \(mode)), and it contains your session. Run `chmod 600 \(path)`. \
                If another user may have read it, run `mealwire logout`, and then `mealwire login`.
                """
            )
        }
    }

    /// Replaces the file by another content, as a whole.
    ///
    /// - Throws: `CommandFailure` if the directory cannot be written.
    package func write(_ content: Content) throws(CommandFailure) {
        try makeDirectory()
        guard let bytes = try? PayloadCoder.encode(content) else {
            throw CommandFailure("The session cannot be written as JSON.")
        }
        let temporary = "\(path).\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, Self.fileMode)
        guard descriptor >= 0 else { throw failure(temporary) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw discard(temporary) }
            rest = rest.dropFirst(max(0, count))
        }
        // A refresh token is usable once: the new one must survive a crash.
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw discard(temporary) }
    }

    /// Creates the directory of the file, which other users cannot enter.
    func makeDirectory() throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: Int(Self.directoryMode)]
            )
        } catch {
            throw CommandFailure("\(directory) cannot be created: \(error).")
        }
    }

    private func failure(_ path: String) -> CommandFailure {
        CommandFailure("\(path) cannot be written: \(systemReason()).")
    }

    private func discard(_ temporary: String) -> CommandFailure {
        let failure = failure(temporary)
        unlink(temporary)
        return failure
    }

    /// Returns the store of one server's session.
    package func store(for server: ServerAddress) -> SessionStore {
        SessionStore(
            load: { try read().servers[server.text] },
            save: { stored in
                var content = try read()
                content.servers[server.text] = stored
                try write(content)
            }
        )
    }
}
