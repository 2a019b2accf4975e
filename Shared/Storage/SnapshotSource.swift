package import Contracts

/// How a service tells everything as it now is.
package struct SnapshotSource: Sendable {
    /// The ids of people of whom there is something to tell: so many of those behind one, in order.
    package typealias People = @Sendable (_ after: UserID?, _ limit: Int, SQLReader) throws -> [UserID]
    /// Everything there is to tell of one of them.
    package typealias Facts = @Sendable (UserID, SQLReader) throws -> [Fact]

    /// A state in the form of the event that last told it, or would have.
    package struct Fact: Sendable {
        let type: EventType
        /// Tells apart what one person has several of, such as days.
        let key: String
        let data: JSONText

        package init<Payload: EventPayload>(_ payload: Payload) throws {
            type = Payload.type
            key = Snapshot.Place(subject: .nobody, type: Payload.type, factKey: payload.factKey).key
            data = try JSONText(payload)
        }
    }

    package let people: People
    let facts: Facts

    package init(people: @escaping People, facts: @escaping Facts) {
        self.people = people
        self.facts = facts
    }
}

extension Store {
    /// People that are looked up at once.
    private static let peopleAtOnce = 100

    /// The next page of a service's snapshot, read from one consistent view of the database.
    ///
    /// - Parameters:
    ///   - request: Where it begins.
    ///   - service: Whose events the facts are.
    ///   - source: What there is to tell.
    ///   - bytesMax: The most bytes of the page, unless one fact alone has more.
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
            // Behind the person before the one of whom the last page may have told a part only.
            if let place = request.after, try !page.add(place.subject, behind: place.key, source, reader) {
                return page.reply(isLast: false)
            }
            var last = request.after?.subject
            while true {
                let people = try source.people(last, Self.peopleAtOnce, reader)
                guard let newLast = people.last else { return page.reply(isLast: true) }
                for person in people where try !page.add(person, behind: "", source, reader) {
                    return page.reply(isLast: false)
                }
                last = newLast
            }
        }
    }
}

/// A page that is being filled.
private struct SnapshotPage {
    /// What stands around the events: names, epoch, numbers and the next place.
    private static let frameBytes = 512

    private let service: ServiceName
    private let beacon: Beacon
    /// The event at the beacon's place.
    private let event: EventID?
    private let bytesMax: Int
    private let time = Timestamp.now()
    private var events: [Event] = []
    private var bytes = frameBytes
    private var last: Snapshot.Place?

    init(of service: ServiceName, at beacon: Beacon, _ event: EventID?, bytesMax: Int) {
        self.service = service
        self.beacon = beacon
        self.event = event
        self.bytesMax = bytesMax
    }

    /// Adds the facts of a person in the order of their keys, as far as there is room for them; false when it is full.
    mutating func add(_ person: UserID, behind key: String, _ source: SnapshotSource, _ reader: SQLReader) throws
        -> Bool
    {
        let facts = try source.facts(person, reader).filter { $0.key > key }.sorted { $0.key < $1.key }
        for fact in facts {
            let event = Event(
                id: .make(),
                source: service,
                type: fact.type,
                subject: person,
                time: time,
                sequence: beacon.last,
                traceparent: nil,
                data: fact.data
            )
            // And the comma between two.
            let size = try PayloadCoder.encode(event).count + 1
            guard bytes + size <= bytesMax || events.isEmpty else { return false }
            events.append(event)
            bytes += size
            last = Snapshot.Place(subject: person, key: fact.key)
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
