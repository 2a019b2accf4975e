package import Contracts

// A reload replaces what a service knows from a source by the source's snapshot, while the service goes on answering:
// page by page, each in one transaction, so that nobody is ever half forgotten.
extension Store {
    /// Marks that what is known from a source is being replaced.
    ///
    /// No outbox has the empty epoch, so a reload that a crash breaks off starts again, wherever the source is by then.
    package func beginReload(of source: ServiceName) async throws {
        try await setCursor(of: source, to: Beacon(epoch: "", last: 0))
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
        }
    }

    /// Goes on with the events behind the place at which the first page was taken.
    package func endReload(of source: ServiceName, at place: Beacon) async throws {
        try await setCursor(of: source, to: place)
    }

    private func setCursor(of source: ServiceName, to place: Beacon) async throws {
        _ = try await write { transaction in
            // A snapshot does not tell of erasures that are over.
            try transaction.doubt(source)
            try transaction.execute(
                """
                INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, ?)
                ON CONFLICT (source) DO UPDATE SET epoch = excluded.epoch, sequence = excluded.sequence, event = NULL
                """,
                [source.rawValue, place.epoch, place.last]
            )
        }
    }
}
