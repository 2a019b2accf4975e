import Dispatch
import FoundationEssentials

/// Decides at the start whether a database file must be checked for damage, and checks it.
///
/// A clean end empties the write-ahead log (see ``Store/close()``). SQLite syncs the log's file name before the first
/// commit. A log with contents therefore means that the last process was killed or lost power. No other marker is
/// needed, and none can be lost. The cause may have been a failing disk.
package struct StartCheck: Sendable {
    /// Files up to this size are checked before they are served, which takes a fraction of a second.
    ///
    /// Larger files are checked while they are served. A catalog of millions of foods would otherwise be unavailable
    /// for many seconds.
    private static let bytesAtOnceMax = 64 << 20

    private let path: String
    /// Whether the check may run while the database is served.
    let isLong: Bool

    /// Creates a check; nil if the last process ended cleanly.
    ///
    /// - Parameter path: The path of the database, which this process has locked.
    init?(_ path: String) {
        let isMarked = FileManager.default.fileExists(atPath: Self.damageMarker(of: path))
        let isInterrupted = FileManager.default.fileExists(atPath: Self.interruptedMarker(of: path))
        let hasUncleanEnd = isInterrupted || (Self.bytes(of: path + "-wal") ?? 0) > 0
        guard isMarked || hasUncleanEnd, let bytes = Self.bytes(of: path) else { return nil }
        self.path = path
        // A file that was found damaged is not served again before a check.
        isLong = bytes > Self.bytesAtOnceMax && !isMarked
    }

    /// The path of the marker beside a database in which damage was found.
    static func damageMarker(of path: String) -> String { path + ".damaged" }

    /// The path of the marker beside a database with an interrupted check.
    ///
    /// A clean end may have removed the log since.
    private static func interruptedMarker(of path: String) -> String { path + ".unchecked" }

    /// Makes the next start check the file before serving it, however this process ends.
    ///
    /// Write errors of the marker are ignored, because the log then still has contents.
    static func markDamaged(_ path: String, _ finding: String) {
        try? Data("\(finding)\n".utf8).write(to: URL(filePath: damageMarker(of: path)))
    }

    /// Checks the file without changing it.
    ///
    /// - Parameter cancellation: Cancels the check; the next start then checks again.
    /// - Throws: `StorageError` if the file is damaged; `CancellationError` if the check was cancelled.
    func run(_ cancellation: InspectionCancellation? = nil) throws {
        let result = Result { try DatabaseInspection.findings(in: path, .quick, cancellation: cancellation) }
        // Findings of a cancelled check are not valid.
        if let cancellation, cancellation.isCancelled {
            // A disk that refuses the marker also refuses to empty the log, which makes the next start check again.
            try? Data().write(to: URL(filePath: Self.interruptedMarker(of: path)))
            throw CancellationError()
        }
        let findings = try result.get()
        // A marker that stays makes the next start check again, which is harmless.
        try? FileManager.default.removeItem(atPath: Self.interruptedMarker(of: path))
        guard let first = findings.first else {
            try? FileManager.default.removeItem(atPath: Self.damageMarker(of: path))
            return
        }
        Self.markDamaged(path, first)
        throw StorageError.damaged(path: path, finding: first)
    }

    /// Does the same on a separate thread.
    package func runInBackground(_ cancellation: InspectionCancellation = InspectionCancellation()) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "mealwire.start-check", qos: .utility).async {
                continuation.resume(with: Result { try self.run(cancellation) })
            }
        }
    }

    private static func bytes(of path: String) -> Int? {
        // A file that does not exist has no size. One that cannot be read fails when it is opened.
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
}
