package import Contracts

/// How far a service has applied the events of another one.
package struct EventCursor: Sendable, Equatable {
    package var epoch: String?
    package var sequence: Int64
}

extension Store {
    /// The place up to which the events of a source have taken effect here.
    package func cursor(of source: ServiceName) async throws -> EventCursor {
        try await read { reader in
            guard let row = try reader.row("SELECT epoch, sequence FROM cursor WHERE source = ?", [source.rawValue])
            else { return EventCursor(epoch: nil, sequence: 0) }
            return EventCursor(epoch: try row.value("epoch"), sequence: try row.value("sequence"))
        }
    }

    /// Applies one event and moves the cursor in the same transaction; an event that is not the next one has no effect.
    ///
    /// - Returns: Whether it took effect.
    package func apply(
        _ event: Event,
        epoch: String,
        _ body: @escaping @Sendable (Event, SQLTransaction) throws -> Void
    ) async throws -> Bool {
        try await write { transaction in
            try transaction.execute(
                "INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, 0) ON CONFLICT (source) DO NOTHING",
                [event.source.rawValue, epoch]
            )
            let moved = try transaction.execute(
                "UPDATE cursor SET sequence = ? WHERE source = ? AND epoch = ? AND sequence = ? - 1",
                [event.sequence, event.source.rawValue, epoch, event.sequence]
            )
            guard moved == 1 else { return false }
            try body(event, transaction)
            return true
        }
    }

    /// Starts again at the beginning of another epoch of a source.
    package func resetCursor(of source: ServiceName, to epoch: String) async throws {
        _ = try await write { transaction in
            try transaction.execute(
                """
                INSERT INTO cursor (source, epoch, sequence) VALUES (?, ?, 0)
                ON CONFLICT (source) DO UPDATE SET epoch = excluded.epoch, sequence = 0
                """,
                [source.rawValue, epoch]
            )
        }
    }
}
