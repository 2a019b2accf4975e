package import Contracts

// A reload replaces a source's data in this service by the source's snapshot, while the service continues to answer. It
// removes rows that the snapshot does not contain, and leaves unchanged rows alone. No reader therefore sees a user
// with missing parts. Each page takes effect in short transactions; other writes run between them.
extension Store {
    /// An epoch that no outbox has.
    fileprivate static let emptyEpoch = ""

    /// Marks that a source's data is being replaced.
    ///
    /// No outbox has the empty epoch. A reload that a crash interrupts therefore starts again, regardless of the
    /// source's position.
    package func beginReload(of source: ServiceName) async throws {
        _ = try await write { try $0.beginReload(of: source) }
    }

    /// Returns whether a reload has begun and not ended.
    package func isReloading(_ source: ServiceName) async throws -> Bool {
        try await read { try $0.isReloading(source) }
    }

    /// Replaces the data in the range of one page, in transactions of at most ``eventsAtOnceMax`` facts.
    ///
    /// - Parameters:
    ///   - page: The reply of the source.
    ///   - position: The position in the request.
    ///   - eventSubscriber: What this service does with it.
    /// - Throws: `ServiceError`, or what the subscriber throws. A part of the page may have taken effect then; the page
    ///   can be applied again.
    package func apply(_ page: Snapshot.Reply, after position: Snapshot.Position?, _ eventSubscriber: EventSubscriber)
        async throws
    {
        for span in try SnapshotSpan.spans(of: page, after: position, eventsMax: Self.eventsAtOnceMax) {
            for event in span.events { try await eraseAhead(event, eventSubscriber) }
            var progress = SpanProgress.partly
            while progress == .partly { progress = try await write { try $0.replace(span, eventSubscriber) } }
        }
    }

    /// Sets the cursor to the position of the first page, from which events are then applied.
    ///
    /// - Parameters:
    ///   - source: The service of the applied snapshot.
    ///   - position: The position of the first page.
    ///   - event: The event at that position. The source uses it to detect that it has lost the event.
    /// - Throws: what SQLite throws.
    package func endReload(of source: ServiceName, at position: Beacon, event: EventID? = nil) async throws {
        _ = try await write { try $0.setCursor(of: source, to: position, event: event) }
    }
}

/// Progress of one transaction with a span of a snapshot.
private enum SpanProgress: Sendable {
    /// More rows must be removed before the facts are applied.
    case partly
    case done
}

extension SQLTransaction {
    /// Marks that a source's data is being replaced, like ``Store/beginReload(of:)``, in the same transaction as the
    /// related removals.
    package func beginReload(of source: ServiceName) throws {
        try setCursor(of: source, to: Beacon(epoch: Store.emptyEpoch, last: 0))
    }

    /// Removes rows that the span does not contain, and then applies its events.
    fileprivate func replace(_ span: SnapshotSpan, _ eventSubscriber: EventSubscriber) throws -> SpanProgress {
        if try eventSubscriber.removeMissing(span, self) { return .partly }
        for event in span.events { try applyEffect(event, eventSubscriber) }
        try eventSubscriber.finish(Set(span.events.map(\.subject)), self)
        return .done
    }

    fileprivate func setCursor(of source: ServiceName, to position: Beacon, event: EventID? = nil) throws {
        // A snapshot does not include past erasures.
        try requestAudit(of: source)
        try execute(
            """
            INSERT INTO cursor (source, epoch, sequence, event) VALUES (?, ?, ?, ?)
            ON CONFLICT (source) DO UPDATE SET
                epoch = excluded.epoch, sequence = excluded.sequence, event = excluded.event
            """,
            [source.rawValue, position.epoch, position.last, event?.description]
        )
    }
}

extension SQLReader {
    /// Returns the same within a view of the database.
    package func isReloading(_ source: ServiceName) throws -> Bool {
        let epoch: String? = try scalar("SELECT epoch FROM cursor WHERE source = ?", [source.rawValue])
        return epoch == Store.emptyEpoch
    }
}
