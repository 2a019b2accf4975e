package import Contracts
import FoundationEssentials

extension Store {
    /// The path of the marker file beside a database.
    ///
    /// A restore from a backup creates it, empty. The service deletes it at its next start, after renewing its epoch.
    package static func restoreMarker(of path: String) -> String { path + ".restored" }

    /// The hexadecimal digits of an epoch, 128 bits: no two are ever equal.
    private static let epochDigits = 32

    /// Starts a new epoch of the outbox, so that every subscriber reloads.
    ///
    /// A restored database reuses sequence numbers, and subscribers have applied other events under these numbers.
    package func renewEpoch() async throws {
        // Random from the first digit on, because cursors have only some of them.
        let epoch = (0..<Self.epochDigits).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        _ = try await write { try $0.execute("UPDATE epoch SET value = ?", [epoch]) }
    }

    /// Renews the epoch if a restore is marked, and requests an audit of every source (see `Audit.swift`).
    ///
    /// A source without a cursor gets its request together with its cursor.
    ///
    /// The marker is deleted last: a crash in between only renews the epoch once more.
    func renewEpochIfRestored(_ path: String) async throws {
        let marker = Self.restoreMarker(of: path)
        guard FileManager.default.fileExists(atPath: marker) else { return }
        try await renewEpoch()
        _ = try await write { try $0.execute("UPDATE cursor SET audit_requests = audit_requests + 1") }
        try FileManager.default.removeItem(atPath: marker)
    }
}

// Outboxes only contain recent changes. Subscribers therefore load a snapshot first in two cases: a version publishes
// more than the one before, or a service subscribes to an older service.
extension Migration {
    /// Makes every subscriber of a service reload once, because the service publishes more from this version on.
    package static func forceReload(_ name: String) -> Migration {
        Migration(name, "UPDATE epoch SET value = lower(hex(randomblob(16)));")
    }

    /// Makes a service load snapshots of the sources that it newly follows, or follows for more data.
    ///
    /// No outbox has the empty epoch; see ``Store/beginReload(of:)``.
    package static func reloading(_ name: String, _ sources: [ServiceName]) -> Migration {
        Migration(name, reload(of: sources))
    }

    /// Returns the statements with which a service loads snapshots of sources first, also in a new database.
    package static func reload(of sources: [ServiceName]) -> String {
        sources.map { source in
            """
            INSERT INTO cursor (source, epoch, sequence) VALUES ('\(source.rawValue)', '', 0)
            ON CONFLICT (source) DO UPDATE SET epoch = '', sequence = 0, event = NULL;
            """
        }.joined(separator: "\n")
    }
}
