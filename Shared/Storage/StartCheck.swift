import Dispatch
import FoundationEssentials

/// Whether a database file has to be looked through before it is believed, and the look.
///
/// A clean end empties the write-ahead log (see ``Store/close()``), and SQLite has its name on the disk before the first commit
/// is. So a log with something in it means that the last run was killed, or the power cut: no other mark is
/// needed, and none can be lost. What cut the run short may have been a disk that fails.
package struct StartCheck: Sendable {
    /// Files up to here are looked through before they are served, which takes a fraction of a second; larger ones beside
    /// serving, because a catalogue of millions of foods would be away for many.
    private static let bytesAtOnceMax = 64 << 20

    private let path: String
    /// Whether it may be done beside serving.
    let isLong: Bool

    /// Nil if the last run has ended cleanly.
    ///
    /// - Parameter path: Of the database, whose lock this process holds.
    init?(_ path: String) {
        let isMarked = FileManager.default.fileExists(atPath: Self.damageMarker(of: path))
        let isBrokenOff = FileManager.default.fileExists(atPath: Self.brokenOffMarker(of: path))
        let isCutShort = isBrokenOff || (Self.bytes(of: path + "-wal") ?? 0) > 0
        guard isMarked || isCutShort, let bytes = Self.bytes(of: path) else { return nil }
        self.path = path
        // What was found damaged once is not served again until it was looked through.
        isLong = bytes > Self.bytesAtOnceMax && !isMarked
    }

    /// Beside a database in which damage was found.
    static func damageMarker(of path: String) -> String { path + ".damaged" }

    /// Beside a database that was not looked through to its end; a clean end has since taken the log away.
    private static func brokenOffMarker(of path: String) -> String { path + ".unchecked" }

    /// Has the file looked through at the next start before it is served, however that run ends.
    ///
    /// A disk that takes no marker is no reason to serve it: the log is still there then.
    static func markDamaged(_ path: String, _ finding: String) {
        try? Data("\(finding)\n".utf8).write(to: URL(filePath: damageMarker(of: path)))
    }

    /// Looks the file through; it is left as it is.
    ///
    /// - Parameter stop: Breaks it off; then the next start looks again.
    /// - Throws: `StorageError` if it is damaged; `CancellationError` if it was broken off.
    func run(_ stop: InspectionStop? = nil) throws {
        let result = Result { try DatabaseInspection.findings(in: path, .quick, stop: stop) }
        // What SQLite says while it breaks off is no finding.
        if let stop, stop.isAsked {
            try? Data().write(to: URL(filePath: Self.brokenOffMarker(of: path)))
            throw CancellationError()
        }
        let findings = try result.get()
        try? FileManager.default.removeItem(atPath: Self.brokenOffMarker(of: path))
        guard let first = findings.first else {
            try? FileManager.default.removeItem(atPath: Self.damageMarker(of: path))
            return
        }
        Self.markDamaged(path, first)
        throw StorageError.damaged(path: path, finding: first)
    }

    /// The same, on a thread of its own.
    package func runAside(_ stop: InspectionStop = InspectionStop()) async throws {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "mealwire.start-check", qos: .utility).async {
                continuation.resume(with: Result { try self.run(stop) })
            }
        }
    }

    private static func bytes(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }
}
