import FoundationEssentials

extension Store {
    /// Beside a database: whoever restored it from a backup puts an empty file of this name there, and the service takes
    /// it away at its next start, when it has renewed its epoch.
    package static func restoreMarker(of path: String) -> String { path + ".restored" }

    /// Begins another epoch of the outbox, so that every subscriber reloads.
    ///
    /// A restored database numbers its next events as it did once before, and subscribers have applied those others.
    package func renewEpoch() async throws {
        _ = try await write { try $0.execute("UPDATE epoch SET value = lower(hex(randomblob(16)))") }
    }

    /// Renews the epoch where a restore is marked, and doubts that everybody is held rightly.
    ///
    /// The marker goes last: a crash in between only renews the epoch once more.
    func renewEpochIfRestored(_ path: String) async throws {
        let marker = Self.restoreMarker(of: path)
        guard FileManager.default.fileExists(atPath: marker) else { return }
        try await renewEpoch()
        _ = try await write { try $0.execute("UPDATE cursor SET doubts = doubts + 1") }
        try FileManager.default.removeItem(atPath: marker)
    }
}
