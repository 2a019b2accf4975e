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
    /// - Returns: Whether it took effect.
    package func apply(_ event: Event, epoch: String, _ follower: EventFollower) async throws -> Bool {
        if follower.eraseAhead != nil, try await isNext(event, epoch: epoch) { try await eraseAhead(event, follower) }
        return try await applyAtOnce(event, epoch: epoch, follower)
    }

    /// Whether an event will take effect; one of another epoch says nothing about whoever is here now.
    private func isNext(_ event: Event, epoch: String) async throws -> Bool {
        let cursor = try await cursor(of: event.source)
        return cursor.sequence == event.sequence - 1 && (cursor.epoch ?? epoch) == epoch
    }

    /// Removes in portions what an erasure is going to remove.
    func eraseAhead(_ event: Event, _ follower: EventFollower) async throws {
        guard event.type == .accountErased, !event.isScrubbed else { return }
        try await follower.eraseAhead?(event.subject, self)
    }

    private func applyAtOnce(_ event: Event, epoch: String, _ follower: EventFollower) async throws -> Bool {
        try await write { transaction in
            try transaction.execute(
                "INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, 0) ON CONFLICT (source) DO NOTHING",
                [event.source.rawValue, epoch]
            )
            let moved = try transaction.execute(
                "UPDATE cursor SET sequence = ?, event = ? WHERE source = ? AND epoch = ? AND sequence = ? - 1",
                [event.sequence, event.id.description, event.source.rawValue, epoch, event.sequence]
            )
            guard moved == 1 else { return false }
            // It may have told an erasure that took effect here before this database was restored.
            if event.isScrubbed { try transaction.doubt(event.source) }
            try transaction.take(event, follower)
            return true
        }
    }
}

extension SQLTransaction {
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
