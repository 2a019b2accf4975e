import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// How the write-ahead log of a database is written.
package struct WALOptions: Sendable {
    /// Whether the frames of a transaction are gathered and written with one system call.
    ///
    /// Without it, SQLite writes each frame itself, with two calls.
    package var gathersWrites: Bool
    /// Makes operations on the log fail; only tests set it.
    package var faults: WALFaults?

    package init(gathersWrites: Bool = true) {
        self.gathersWrites = gathersWrites
    }

    /// The ending of a log's name, which SQLite appends to that of the database.
    private static let logEnding = "-wal"

    /// Options other than the default ones, by the path of the log as SQLite sees it.
    private static let known = Mutex<[String: WALOptions]>([:])

    /// Sets the options of a database that is opened later.
    ///
    /// - Parameter path: The path of the database; its directory exists.
    func set(for path: String) {
        let log = Self.resolved(path) + Self.logEnding
        Self.known.withLock { $0[log] = self }
    }

    /// Returns the options of a log.
    ///
    /// - Parameter log: The path that SQLite opens.
    /// - Returns: The default ones for a database that has no others.
    static func of(log: UnsafePointer<CChar>?) -> WALOptions {
        guard let log else { return WALOptions() }
        return known.withLock { $0[String(cString: log)] } ?? WALOptions()
    }

    /// Returns a path without symbolic links, as SQLite makes it; the file itself need not exist.
    private static func resolved(_ path: String) -> String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let directory = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        guard let name = parts.last, let real = realpath(directory.isEmpty ? "." : directory, nil) else { return path }
        defer { free(real) }
        let parent = String(cString: real)
        return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    }
}

/// Makes operations on a log fail, for tests.
package final class WALFaults: Sendable {
    /// An operation on the file of a log.
    package enum Operation: Sendable {
        case write
        case sync
    }

    /// A failed operation.
    package struct Fault: Sendable {
        /// A result code of SQLite.
        let code: Int32
        /// The bytes of a write that still reach the file.
        let writtenBytes: Int

        package init(_ code: Int32, writtenBytes: Int = 0) {
            self.code = code
            self.writtenBytes = writtenBytes
        }
    }

    /// Returns the fault of an operation; nil if it succeeds.
    let fault: @Sendable (Operation) -> Fault?

    /// - Parameter fault: Decides for each operation.
    package init(_ fault: @escaping @Sendable (Operation) -> Fault?) {
        self.fault = fault
    }
}
