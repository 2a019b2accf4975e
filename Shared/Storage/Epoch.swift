import FoundationEssentials

extension Store {
    /// The path of the marker file beside a database.
    ///
    /// A restore from a backup creates it, empty. The service deletes it at its next start, after renewing its epoch.
    package static func restoreMarker(of path: String) -> String { path + ".restored" }

    /// Starts a new epoch of the outbox, so that every subscriber reloads.
    ///
    /// A restored database reuses sequence numbers, and subscribers have applied other events under these numbers.
    package func renewEpoch() async throws {
        _ = try await write { try $0.execute("UPDATE epoch SET value = lower(hex(randomblob(16)))") }
    }

    /// Renews the epoch if a restore is marked, and records a doubt about every source (see `Audit.swift`).
    ///
    /// The marker is deleted last: a crash in between only renews the epoch once more.
    func renewEpochIfRestored(_ path: String) async throws {
        let marker = Self.restoreMarker(of: path)
        guard FileManager.default.fileExists(atPath: marker) else { return }
        try await renewEpoch()
        _ = try await write { try $0.execute("UPDATE cursor SET doubts = doubts + 1") }
        try FileManager.default.removeItem(atPath: marker)
    }
}
