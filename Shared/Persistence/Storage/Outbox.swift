import Calendar
package import Contracts
package import FoundationEssentials

extension Store {
    /// How long an event is stored, in seconds: two weeks.
    ///
    /// A service that was off for less continues from its cursor. One that was off for longer reloads a snapshot and
    /// loses nothing either. The limit also removes personal data in old events.
    package static let eventLifetimeS = 14 * 24 * 3_600
    /// Maximum events removed per transaction: some milliseconds of the writer, as each is overwritten.
    private static let prunedAtOnceMax = 250

    /// Registers a closure that is called after each commit that wrote events.
    package func onEvents(_ body: @escaping @Sendable () -> Void) {
        commits.onEvents(body)
    }

    /// Returns the epoch and last sequence number of the outbox.
    package func beacon() async throws -> Beacon {
        try await read { try $0.beacon() }
    }

    /// Returns the events after a position, in order.
    ///
    /// Asks for a reload if the outbox cannot continue from the position.
    package func events(since position: EventsSince, source: ServiceName) async throws -> EventsSince.Reply {
        try await read { reader in
            let beacon = try reader.beacon()
            guard try reader.canContinue(from: position, beacon) else {
                return EventsSince.Reply(epoch: beacon.epoch, events: [], last: beacon.last, reload: true)
            }
            let events = try reader.batch(after: position, from: source)
            return EventsSince.Reply(epoch: beacon.epoch, events: events, last: beacon.last, reload: false)
        }
    }

    /// Removes events older than a lifetime, except the newest event, which preserves the outbox's sequence number.
    ///
    /// Removes only events before the first younger one, so that no gap appears after a clock was set back. Each
    /// portion reads the oldest events only, and leaves the last of them, which may be the newest event.
    ///
    /// - Parameters:
    ///   - lifetimeS: The lifetime in seconds.
    ///   - now: The wall clock.
    /// - Throws: What the database throws.
    package func pruneEvents(olderThanS lifetimeS: Int = eventLifetimeS, now: Date = Date()) async throws {
        let oldest = Timestamp.text(now.addingTimeInterval(-TimeInterval(lifetimeS)))
        try await inPortions {
            // Events that a power cut restores are removed again.
            try await write(durability: .replayable) { transaction in
                let removed = try transaction.execute(
                    """
                    WITH oldest AS (SELECT sequence, time FROM outbox ORDER BY sequence LIMIT ?1)
                    DELETE FROM outbox WHERE sequence < coalesce(
                        (SELECT min(sequence) FROM oldest WHERE time >= ?2),
                        (SELECT max(sequence) FROM oldest)
                    )
                    """,
                    [Self.prunedAtOnceMax + 1, oldest]
                )
                return removed == Self.prunedAtOnceMax
            }
        }
    }
}

extension SQLReader {
    /// Returns the epoch and the last sequence number of the outbox.
    package func beacon() throws -> Beacon {
        Beacon(
            epoch: try scalar("SELECT value FROM epoch") ?? "",
            last: try scalar("SELECT coalesce(max(sequence), 0) FROM outbox") ?? 0
        )
    }

    /// Returns the id of the event at a sequence number; nil if that event is pruned or never existed.
    func eventID(at sequence: Int64) throws -> EventID? {
        try scalar("SELECT id FROM outbox WHERE sequence = ?", [sequence], as: String.self).flatMap(EventID.init)
    }

    /// Returns the next events of the requested types.
    ///
    /// For all types, returns as many as fit into one message.
    ///
    /// Events of some types are small: fewer than ``EventsSince/batchMax`` means that no more are available.
    fileprivate func batch(after position: EventsSince, from source: ServiceName) throws -> [Event] {
        // The caller needs the position of the end alone.
        if position.types?.isEmpty == true { return [] }
        let types = position.types.map { "AND type IN (\($0.map { _ in "?" }.joined(separator: ", ")))" } ?? ""
        let bytesMax = position.types == nil ? EventsSince.batchBytesMax : .max
        var (events, bytes): ([Event], Int) = ([], 0)
        try forEach(
            """
            SELECT id, type, subject, time, sequence, traceparent, data
            FROM outbox WHERE sequence > ? \(types) ORDER BY sequence LIMIT ?
            """,
            [position.sequence] + (position.types ?? []).map(\.rawValue) + [EventsSince.batchMax]
        ) { row in
            let event = try row.event(from: source)
            bytes += event.data.text.utf8.count
            guard bytes <= bytesMax || events.isEmpty else { return false }
            events.append(event)
            return true
        }
        return events
    }

    /// Returns whether the outbox contains the events after a subscriber's position, and whether that position is valid
    /// here.
    fileprivate func canContinue(from position: EventsSince, _ beacon: Beacon) throws -> Bool {
        if let epoch = position.epoch, epoch != beacon.epoch { return false }
        // Beyond the end: this database continued from an older copy of itself.
        guard position.sequence <= beacon.last else { return false }
        let first: Int64 = try scalar("SELECT coalesce(min(sequence), 1) FROM outbox") ?? 1
        guard position.sequence + 1 >= first else { return false }
        guard let event = position.event else { return true }
        return try eventID(at: position.sequence).map { $0 == event } ?? true
    }
}

extension SQLCursorRow {
    /// Reads the columns in the order of the statement above.
    fileprivate func event(from source: ServiceName) throws -> Event {
        guard let id = EventID(text(0)), let subject = UserID(text(2)) else {
            throw ServiceError(.internalError, "The outbox contains an unreadable event.")
        }
        return Event(
            id: id,
            source: source,
            type: EventType(rawValue: text(1)),
            subject: subject,
            time: text(3),
            sequence: integer(4),
            traceparent: optionalText(5),
            data: JSONText(text: text(6))
        )
    }
}
