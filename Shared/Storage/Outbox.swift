package import Contracts

extension Store {
    /// Has the closure called after each commit that wrote events.
    package func onEvents(_ body: @escaping @Sendable () -> Void) {
        commits.onEvents(body)
    }

    /// How far the outbox is.
    package func beacon() async throws -> Beacon {
        try await read { reader in
            Beacon(
                epoch: try reader.scalar("SELECT value FROM epoch") ?? "",
                last: try reader.scalar("SELECT coalesce(max(sequence), 0) FROM outbox") ?? 0
            )
        }
    }

    /// The events after a place, in order.
    package func events(since place: EventsSince, source: ServiceName) async throws -> EventsSince.Reply {
        try await read { reader in
            let epoch: String = try reader.scalar("SELECT value FROM epoch") ?? ""
            let last: Int64 = try reader.scalar("SELECT coalesce(max(sequence), 0) FROM outbox") ?? 0
            let first: Int64 = try reader.scalar("SELECT coalesce(min(sequence), 1) FROM outbox") ?? 1
            let isPruned = place.sequence + 1 < first
            if place.epoch.map({ $0 != epoch }) ?? false || place.sequence > last || isPruned {
                return EventsSince.Reply(epoch: epoch, events: [], last: last, reset: true)
            }
            let rows = try reader.rows(
                "SELECT * FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?",
                [place.sequence, EventsSince.batchMax]
            )
            let events = try rows.map { try $0.event(from: source) }
            return EventsSince.Reply(epoch: epoch, events: events, last: last, reset: false)
        }
    }
}

extension SQLRow {
    fileprivate func event(from source: ServiceName) throws -> Event {
        guard let id = EventID(try value("id", as: String.self)),
            let type = EventType(rawValue: try value("type", as: String.self)),
            let subject = UserID(try value("subject", as: String.self))
        else { throw ServiceError(.internalError, "The outbox holds an event that nobody can read.") }
        return Event(
            id: id,
            source: source,
            type: type,
            subject: subject,
            time: try value("time"),
            sequence: try value("sequence"),
            traceparent: optional("traceparent"),
            data: JSONText(text: try value("data"))
        )
    }
}
