package import Contracts

// A reload replaces what a service knows from a source by the source's snapshot, while the service goes on answering:
// page by page, each in one transaction, so that nobody is ever half forgotten.
extension Store {
    /// The epoch of a place that no outbox knows.
    fileprivate static let epochOfNone = ""

    /// Marks that what is known from a source is being replaced.
    ///
    /// No outbox has the empty epoch, so a reload that a crash breaks off starts again, wherever the source is by then.
    package func beginReload(of source: ServiceName) async throws {
        _ = try await write { try $0.beginReload(of: source) }
    }

    /// Whether a reload has begun that has not ended.
    package func isReloading(_ source: ServiceName) async throws -> Bool {
        try await read { try $0.isReloading(source) }
    }

    /// Replaces what is known of the people of one page.
    ///
    /// - Parameters:
    ///   - page: What the source has answered.
    ///   - place: What it was asked for.
    ///   - follower: What this service does with it.
    /// - Throws: `ServiceError`, or what the follower throws; then nothing of the page has taken effect.
    package func apply(_ page: Snapshot.Reply, after place: Snapshot.Place?, _ follower: EventFollower) async throws {
        for event in page.events { try await eraseAhead(event, follower) }
        _ = try await write { transaction in
            try follower.forget(SnapshotSpan(of: page, after: place), transaction)
            for event in page.events { try transaction.take(event, follower) }
            try follower.finish(Set(page.events.map(\.subject)), transaction)
        }
    }

    /// Goes on with the events behind the place at which the first page was taken.
    package func endReload(of source: ServiceName, at place: Beacon) async throws {
        _ = try await write { try $0.setCursor(of: source, to: place) }
    }
}

extension SQLTransaction {
    /// Marks that what is known from a source is being replaced, as ``Store/beginReload(of:)``, together with what is forgotten
    /// for that.
    package func beginReload(of source: ServiceName) throws {
        try setCursor(of: source, to: Beacon(epoch: Store.epochOfNone, last: 0))
    }

    fileprivate func setCursor(of source: ServiceName, to place: Beacon) throws {
        // A snapshot does not tell of erasures that are over.
        try doubt(source)
        try execute(
            """
            INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, ?)
            ON CONFLICT (source) DO UPDATE SET epoch = excluded.epoch, sequence = excluded.sequence, event = NULL
            """,
            [source.rawValue, place.epoch, place.last]
        )
    }
}

extension SQLReader {
    /// The same, within a view of the database.
    package func isReloading(_ source: ServiceName) throws -> Bool {
        let epoch: String? = try scalar("SELECT epoch FROM cursor WHERE source = ?", [source.rawValue])
        return epoch == Store.epochOfNone
    }
}
