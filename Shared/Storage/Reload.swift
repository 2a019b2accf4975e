package import Contracts

// A reload replaces what a service knows from a source by the source's snapshot, while the service goes on answering. It
// removes what the source does not tell, and leaves alone what is as the source tells it, so that no reader sees a person of
// whom a part is missing. Each page takes effect in short transactions, between which other writes run.
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

    /// Replaces what is known of the facts of one page, in transactions of at most ``eventsAtOnceMax`` facts.
    ///
    /// - Parameters:
    ///   - page: What the source has answered.
    ///   - place: What it was asked for.
    ///   - follower: What this service does with it.
    /// - Throws: `ServiceError`, or what the follower throws. A part of the page may have taken effect then; the page can be
    ///   applied again.
    package func apply(_ page: Snapshot.Reply, after place: Snapshot.Place?, _ follower: EventFollower) async throws {
        for span in try SnapshotSpan.spans(of: page, after: place, eventsMax: Self.eventsAtOnceMax) {
            for event in span.events { try await eraseAhead(event, follower) }
            var progress = SpanProgress.partly
            while progress == .partly { progress = try await write { try $0.replace(span, follower) } }
        }
    }

    /// Goes on with the events behind the place at which the first page was taken.
    ///
    /// - Parameters:
    ///   - source: The service whose snapshot is applied.
    ///   - place: The place of the first page.
    ///   - event: The event at that place, by which the source notices later that it has lost it.
    /// - Throws: what SQLite throws.
    package func endReload(of source: ServiceName, at place: Beacon, event: EventID? = nil) async throws {
        _ = try await write { try $0.setCursor(of: source, to: place, event: event) }
    }
}

/// How far one transaction has brought a span of a snapshot.
private enum SpanProgress: Sendable {
    /// There is more to remove before the facts are applied.
    case partly
    case done
}

extension SQLTransaction {
    /// Marks that what is known from a source is being replaced, as ``Store/beginReload(of:)``, together with what is forgotten
    /// for that.
    package func beginReload(of source: ServiceName) throws {
        try setCursor(of: source, to: Beacon(epoch: Store.epochOfNone, last: 0))
    }

    /// Removes what the source does not tell within a span, and then applies what it tells.
    fileprivate func replace(_ span: SnapshotSpan, _ follower: EventFollower) throws -> SpanProgress {
        if try follower.forget(span, self) { return .partly }
        for event in span.events { try take(event, follower) }
        try follower.finish(Set(span.events.map(\.subject)), self)
        return .done
    }

    fileprivate func setCursor(of source: ServiceName, to place: Beacon, event: EventID? = nil) throws {
        // A snapshot does not tell of erasures that are over.
        try doubt(source)
        try execute(
            """
            INSERT INTO cursor (source, epoch, sequence, event) VALUES (?, ?, ?, ?)
            ON CONFLICT (source) DO UPDATE SET
                epoch = excluded.epoch, sequence = excluded.sequence, event = excluded.event
            """,
            [source.rawValue, place.epoch, place.last, event?.description]
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
