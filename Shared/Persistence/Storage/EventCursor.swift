package import Contracts

/// How far a service has applied the events of another service.
package struct EventCursor: Sendable, Equatable {
    package var epoch: String?
    package var sequence: Int64
    /// The event at that sequence number; nil if the cursor was set by a snapshot.
    package var event: EventID?
    /// The number of reasons to suspect that this database contains users erased at the source; see `Audit.swift`.
    package var auditRequests: Int64

    package init(epoch: String?, sequence: Int64, event: EventID? = nil, auditRequests: Int64 = 0) {
        self.epoch = epoch
        self.sequence = sequence
        self.event = event
        self.auditRequests = auditRequests
    }
}

extension Store {
    /// Returns the position up to which the events of a source have taken effect here.
    package func cursor(of source: ServiceName) async throws -> EventCursor {
        try await read { reader in
            guard let row = try reader.row("SELECT * FROM cursor WHERE source = ?", [source.rawValue])
            else { return EventCursor(epoch: nil, sequence: 0) }
            return EventCursor(
                epoch: try row.value("epoch"),
                sequence: try row.value("sequence"),
                event: row.optional("event", as: String.self).flatMap(EventID.init),
                auditRequests: try row.value("audit_requests")
            )
        }
    }

    /// Applies one event and moves the cursor in the same transaction.
    ///
    /// An event that is not the next one has no effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - epoch: The epoch of the outbox that published it.
    ///   - eventSubscriber: What this service does with it.
    ///   - durability: ``Durability/replayable`` if it can be pulled again.
    /// - Returns: Whether it took effect.
    /// - Throws: `ServiceError`, or what the subscriber throws; then nothing has taken effect.
    package func apply(
        _ event: Event,
        epoch: String,
        _ eventSubscriber: EventSubscriber,
        durability: Durability = .onDisk
    ) async throws -> Bool {
        if event.type == AccountErased.type, try await isNext(event, epoch: epoch) {
            try await eraseAhead(event, eventSubscriber)
        }
        return try await write(durability: durability) { transaction in
            try transaction.apply([event], epoch: epoch, eventSubscriber) == 1
        }
    }

    /// Returns whether an event will take effect.
    ///
    /// An event of another epoch does not describe the users in this database.
    private func isNext(_ event: Event, epoch: String) async throws -> Bool {
        let cursor = try await cursor(of: event.source)
        return cursor.sequence == event.sequence - 1 && (cursor.epoch ?? epoch) == epoch
    }

    /// Removes in portions what an erasure will remove.
    func eraseAhead(_ event: Event, _ eventSubscriber: EventSubscriber) async throws {
        guard event.type == AccountErased.type, !event.isScrubbed else { return }
        try await eraseAhead(event.subject, eventSubscriber)
    }

    /// Does the same for a user that is known to be erased.
    func eraseAhead(_ user: UserID, _ eventSubscriber: EventSubscriber) async throws {
        try await eventSubscriber.eraseAhead?(user, self)
        try await removeMentions(of: user)
    }
}

extension SQLTransaction {
    /// Applies events, moves the cursor past them, and calls the subscriber's `finish` with the affected users.
    ///
    /// - Returns: How many took effect.
    func apply(_ events: some Sequence<Event>, epoch: String, _ eventSubscriber: EventSubscriber) throws -> Int {
        let next = try nextEvents(among: Array(events), epoch: epoch)
        guard let last = next.last, try moveCursor(from: next[0].sequence - 1, to: last, epoch: epoch) else { return 0 }
        for event in next {
            // A scrubbed event may be an erasure that took effect here before this database was restored.
            if event.isScrubbed { try requestAudit(of: event.source) }
            try applyEffect(event, eventSubscriber)
        }
        try eventSubscriber.finish(Set(next.map(\.subject)), self)
        return next.count
    }

    /// Returns the events that directly follow the cursor, in sequence.
    private func nextEvents(among events: [Event], epoch: String) throws -> [Event] {
        guard let source = events.first?.source else { return [] }
        // A restored database may contain users of a source that it had no events of when it was copied. Their erasure
        // has no effect where a merged tombstone exists, so the first events of a source request an audit.
        try execute(
            """
            INSERT INTO cursor (source, epoch, sequence, audit_requests) VALUES (?, ?, 0, 1)
            ON CONFLICT (source) DO NOTHING
            """,
            [source.rawValue, epoch]
        )
        var position: Int64 =
            try reader.scalar("SELECT sequence FROM cursor WHERE source = ? AND epoch = ?", [source.rawValue, epoch])
            ?? .max
        return events.filter { event in
            guard event.source == source, event.sequence - 1 == position else { return false }
            position = event.sequence
            return true
        }
    }

    /// Moves the cursor past the events; returns false if it was not directly before them.
    private func moveCursor(from position: Int64, to last: Event, epoch: String) throws -> Bool {
        try execute(
            "UPDATE cursor SET sequence = ?, event = ? WHERE source = ? AND epoch = ? AND sequence = ?",
            [last.sequence, last.id.description, last.source.rawValue, epoch, position]
        ) == 1
    }

    /// Applies an event, whether it was pulled or is part of a snapshot.
    ///
    /// An event about a user that was erased at the source or here has no effect.
    func applyEffect(_ event: Event, _ eventSubscriber: EventSubscriber) throws {
        guard !event.isScrubbed, try !isErased(event.subject) else { return }
        if event.type == AccountErased.type {
            try erase(event.subject, eventSubscriber.erase)
        } else {
            try eventSubscriber.apply(event, self)
        }
    }
}
