package import Contracts

/// A part of a snapshot that takes effect at once: all facts between two positions, in order.
///
/// A span may begin and end within the facts of one user. The size of a page or transaction therefore does not depend
/// on the number of facts about a user.
package struct SnapshotSpan: Sendable {
    /// A position among the rows of one type, for `(user_id, key) > (?, ?)` and `(user_id, key) <= (?, ?)`.
    package struct Bound: Sendable, Equatable {
        /// Sorts after every id and every key.
        static let afterAll = "~"

        let user: String
        let key: String

        /// Converts a position of the snapshot to a bound for one type, ignoring facts of other types.
        fileprivate init(_ position: Snapshot.Position, of type: EventType) {
            user = position.subject.description
            let first = Snapshot.Position(subject: position.subject, type: type, factKey: "").key
            if position.key.hasPrefix(first) {
                // A type with one fact per user has the empty key, and that fact is before the position.
                let key = String(position.key.dropFirst(first.count))
                self.key = key.isEmpty ? Self.afterAll : key
            } else {
                key = position.key < first ? "" : Self.afterAll
            }
        }

        fileprivate init(user: String, key: String) {
            (self.user, self.key) = (user, key)
        }
    }

    /// The source's facts between the two positions, as events.
    package let events: [Event]
    /// Nil at the beginning of the snapshot.
    private let lower: Snapshot.Position?
    /// Nil at the end of the snapshot.
    private let upper: Snapshot.Position?
    /// The keys of the events, by type and user.
    private let factKeys: [EventType: [UserID: Set<String>]]

    init(_ events: some Sequence<Event>, from lower: Snapshot.Position?, to upper: Snapshot.Position?) throws {
        (self.events, self.lower, self.upper) = (Array(events), lower, upper)
        var factKeys: [EventType: [UserID: Set<String>]] = [:]
        for event in self.events {
            factKeys[event.type, default: [:]][event.subject, default: []].insert(try event.factKey())
        }
        self.factKeys = factKeys
    }

    /// Cuts a page into spans of a bounded number of events.
    ///
    /// - Parameters:
    ///   - page: The answer of the source.
    ///   - position: The position in the request.
    ///   - eventsMax: Maximum number of events per span.
    /// - Returns: At least one span, because a page without events also covers a range of users.
    /// - Throws: `ServiceError` if an event cannot be read.
    static func spans(of page: Snapshot.Reply, after position: Snapshot.Position?, eventsMax: Int) throws
        -> [SnapshotSpan]
    {
        var (spans, lower, rest): ([SnapshotSpan], Snapshot.Position?, ArraySlice<Event>) = (
            [], position, page.events[...]
        )
        while rest.count > eventsMax {
            let events = rest.prefix(eventsMax)
            let upper = try events.last?.snapshotPosition()
            spans.append(try SnapshotSpan(events, from: lower, to: upper))
            (lower, rest) = (upper, rest.dropFirst(eventsMax))
        }
        return spans + [try SnapshotSpan(rest, from: lower, to: page.next)]
    }

    /// Returns the exclusive lower bound of the span for rows of a type.
    func lower(of type: EventType) -> Bound {
        lower.map { Bound($0, of: type) } ?? Bound(user: "", key: "")
    }

    /// Returns the inclusive upper bound of the span for rows of a type.
    func upper(of type: EventType) -> Bound {
        upper.map { Bound($0, of: type) } ?? Bound(user: Bound.afterAll, key: Bound.afterAll)
    }

    /// Returns whether the span contains a fact.
    func contains(_ type: EventType, _ user: UserID, _ key: String) -> Bool {
        factKeys[type]?[user]?.contains(key) ?? false
    }

    /// Returns the number of facts of one type.
    func count(of type: EventType) -> Int {
        factKeys[type]?.values.reduce(0) { $0 + $1.count } ?? 0
    }
}
