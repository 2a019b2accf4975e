package import Contracts

/// How far a service has applied the events of another one.
package struct EventCursor: Sendable, Equatable {
    package var epoch: String?
    package var sequence: Int64
    /// The event at that place; nil where a snapshot led there.
    package var event: EventID?
    /// Reasons to believe that somebody is held here whom the source has erased; see `Audit.swift`.
    package var doubts: Int64

    package init(epoch: String?, sequence: Int64, event: EventID? = nil, doubts: Int64 = 0) {
        self.epoch = epoch
        self.sequence = sequence
        self.event = event
        self.doubts = doubts
    }
}

extension Store {
    /// The place up to which the events of a source have taken effect here.
    package func cursor(of source: ServiceName) async throws -> EventCursor {
        try await read { reader in
            guard let row = try reader.row("SELECT * FROM cursor WHERE source = ?", [source.rawValue])
            else { return EventCursor(epoch: nil, sequence: 0) }
            return EventCursor(
                epoch: try row.value("epoch"),
                sequence: try row.value("sequence"),
                event: row.optional("event", as: String.self).flatMap(EventID.init),
                doubts: try row.value("doubts")
            )
        }
    }

    /// Applies one event and moves the cursor in the same transaction; an event that is not the next one has no effect.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - epoch: Of the outbox that told it.
    ///   - follower: What this service does with it.
    ///   - durability: ``Durability/doneAgain`` where it may be pulled again.
    /// - Returns: Whether it took effect.
    /// - Throws: `ServiceError`, or what the follower throws; then nothing of it has taken effect.
    package func apply(
        _ event: Event,
        epoch: String,
        _ follower: EventFollower,
        durability: Durability = .onDisk
    ) async throws -> Bool {
        if event.type == .accountErased, try await isNext(event, epoch: epoch) { try await eraseAhead(event, follower) }
        return try await write(durability: durability) { transaction in
            try transaction.apply([event], epoch: epoch, follower) == 1
        }
    }

    /// Whether an event will take effect; one of another epoch says nothing about whoever is here now.
    private func isNext(_ event: Event, epoch: String) async throws -> Bool {
        let cursor = try await cursor(of: event.source)
        return cursor.sequence == event.sequence - 1 && (cursor.epoch ?? epoch) == epoch
    }

    /// Removes in portions what an erasure is going to remove.
    func eraseAhead(_ event: Event, _ follower: EventFollower) async throws {
        guard event.type == .accountErased, !event.isScrubbed else { return }
        try await eraseAhead(event.subject, follower)
    }

    /// The same for a user of whom it is known that they are to be erased.
    func eraseAhead(_ user: UserID, _ follower: EventFollower) async throws {
        try await follower.eraseAhead?(user, self)
        try await removeTraces(of: user)
    }
}

extension SQLTransaction {
    /// Applies events, moves the cursor behind each, and finishes with those of whom they told.
    ///
    /// - Returns: How many took effect.
    func apply(_ events: some Sequence<Event>, epoch: String, _ follower: EventFollower) throws -> Int {
        let next = try nextEvents(among: Array(events), epoch: epoch)
        guard let last = next.last, try moveCursor(from: next[0].sequence - 1, to: last, epoch: epoch) else { return 0 }
        for event in next {
            // It may have told an erasure that took effect here before this database was restored.
            if event.isScrubbed { try doubt(event.source) }
            try take(event, follower)
        }
        try follower.finish(Set(next.map(\.subject)), self)
        return next.count
    }

    /// Those that follow the cursor, one after the other.
    private func nextEvents(among events: [Event], epoch: String) throws -> [Event] {
        guard let source = events.first?.source else { return [] }
        try execute(
            "INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, 0) ON CONFLICT (source) DO NOTHING",
            [source.rawValue, epoch]
        )
        var place: Int64 =
            try reader.scalar("SELECT sequence FROM cursor WHERE source = ? AND epoch = ?", [source.rawValue, epoch])
            ?? .max
        return events.filter { event in
            guard event.source == source, event.sequence - 1 == place else { return false }
            place = event.sequence
            return true
        }
    }

    /// Moves the cursor behind events; false if it was not where they begin.
    private func moveCursor(from place: Int64, to last: Event, epoch: String) throws -> Bool {
        try execute(
            "UPDATE cursor SET sequence = ?, event = ? WHERE source = ? AND epoch = ? AND sequence = ?",
            [last.sequence, last.id.description, last.source.rawValue, epoch, place]
        ) == 1
    }

    /// What an event does here, whether it was pulled or stood in a snapshot: nothing, if it is about somebody who was
    /// erased, at its source or here.
    func take(_ event: Event, _ follower: EventFollower) throws {
        guard !event.isScrubbed, try !isErased(event.subject) else { return }
        if event.type == .accountErased {
            try erase(event.subject, follower.erase)
        } else {
            try follower.apply(event, self)
        }
    }
}
