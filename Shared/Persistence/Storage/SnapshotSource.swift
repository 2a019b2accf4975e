import Calendar
package import Contracts

/// How a service describes its current state to subscribers.
package struct SnapshotSource: Sendable {
    /// Returns users with facts, after a given user, in order and up to a limit.
    package typealias People = @Sendable (_ after: UserID?, _ limit: Int, SQLReader) throws -> [UserID]
    /// Returns all facts about a user.
    package typealias Facts = @Sendable (UserID, SQLReader) throws -> [Fact]

    /// A piece of state, in the form of the event that published it or would have.
    package struct Fact: Sendable {
        let type: EventType
        /// Distinguishes several facts of one user, such as days.
        let key: String
        let data: JSONText

        package init<Payload: EventPayload>(_ payload: Payload) throws {
            type = Payload.type
            key = Snapshot.Position(subject: .noUser, type: Payload.type, factKey: payload.factKey).key
            data = try JSONText(payload)
        }
    }

    package let people: People
    let facts: Facts

    package init(people: @escaping People, facts: @escaping Facts) {
        self.people = people
        self.facts = facts
    }

    /// The source of a service with events that have no lasting effect, such as hints for devices.
    package static let empty = SnapshotSource(people: { _, _, _ in [] }, facts: { _, _ in [] })
}

extension Store {
    /// Users per query.
    private static let usersPerQuery = 100

    /// Returns the next page of a service's snapshot, read from one consistent view of the database.
    ///
    /// - Parameters:
    ///   - request: Where the page begins.
    ///   - service: The service that publishes the facts as events.
    ///   - source: The users and their facts.
    ///   - bytesMax: The maximum size of the page in bytes, unless a single fact exceeds it.
    /// - Returns: The page, and where the next one begins.
    /// - Throws: `ServiceError`, or what the source throws.
    package func snapshot(
        _ request: Snapshot,
        of service: ServiceName,
        _ source: SnapshotSource,
        bytesMax: Int = Snapshot.pageBytesMax
    ) async throws -> Snapshot.Reply {
        try await readAtLength { reader in
            let beacon = try reader.beacon()
            let event = try reader.eventID(at: beacon.last)
            var page = SnapshotPage(of: service, at: beacon, event, bytesMax: bytesMax)
            // The previous page may have ended within the facts of this user.
            if let position = request.after, try !page.add(position.subject, after: position.key, source, reader) {
                return page.reply(isLast: false)
            }
            var last = request.after?.subject
            while true {
                let people = try source.people(last, Self.usersPerQuery, reader)
                guard let newLast = people.last else { return page.reply(isLast: true) }
                for user in people where try !page.add(user, after: "", source, reader) {
                    return page.reply(isLast: false)
                }
                last = newLast
            }
        }
    }
}

/// A page that is being filled.
private struct SnapshotPage {
    /// Bytes reserved for everything besides the events: names, epoch, numbers and the next position.
    private static let frameBytes = 512

    private let service: ServiceName
    private let beacon: Beacon
    /// The event at the beacon's sequence number.
    private let event: EventID?
    private let bytesMax: Int
    private let time = Timestamp.now()
    private var events: [Event] = []
    private var bytes = frameBytes
    private var last: Snapshot.Position?

    init(of service: ServiceName, at beacon: Beacon, _ event: EventID?, bytesMax: Int) {
        self.service = service
        self.beacon = beacon
        self.event = event
        self.bytesMax = bytesMax
    }

    /// Adds the facts of a user in the order of their keys while they fit; returns false when the page is full.
    mutating func add(_ user: UserID, after key: String, _ source: SnapshotSource, _ reader: SQLReader) throws
        -> Bool
    {
        let facts = try source.facts(user, reader).filter { $0.key > key }.sorted { $0.key < $1.key }
        for fact in facts {
            let event = Event(
                id: .make(),
                source: service,
                type: fact.type,
                subject: user,
                time: time,
                sequence: beacon.last,
                traceparent: nil,
                data: fact.data
            )
            // Includes the comma between two events.
            let size = try PayloadCoder.encode(event).count + 1
            guard bytes + size <= bytesMax || events.isEmpty else { return false }
            events.append(event)
            bytes += size
            last = Snapshot.Position(subject: user, key: fact.key)
        }
        return true
    }

    func reply(isLast: Bool) -> Snapshot.Reply {
        Snapshot.Reply(
            epoch: beacon.epoch,
            sequence: beacon.last,
            event: event,
            events: events,
            next: isLast ? nil : last
        )
    }
}
