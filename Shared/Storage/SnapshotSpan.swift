package import Contracts

/// A part of a snapshot that takes effect at once: all facts between two places, in their order.
///
/// A span may begin and end within the facts of one person, so that neither the size of a page nor that of a transaction
/// depends on how much there is of a person.
package struct SnapshotSpan: Sendable {
    /// A place among the rows of one type, for `(user_id, key) > (?, ?)` and `(user_id, key) <= (?, ?)`.
    package struct Bound: Sendable, Equatable {
        /// Sorts behind every id and every key.
        static let behindAll = "~"

        let user: String
        let key: String

        /// Returns the bound of one type at a place of the snapshot: facts of other types do not matter.
        fileprivate init(_ place: Snapshot.Place, of type: EventType) {
            user = place.subject.description
            let first = Snapshot.Place(subject: place.subject, type: type, factKey: "").key
            if place.key.hasPrefix(first) {
                // A type with one fact a person has the empty key, and all of it is on this side of the place.
                let key = String(place.key.dropFirst(first.count))
                self.key = key.isEmpty ? Self.behindAll : key
            } else {
                key = place.key < first ? "" : Self.behindAll
            }
        }

        fileprivate init(user: String, key: String) {
            (self.user, self.key) = (user, key)
        }
    }

    /// What the source tells between the two places.
    package let events: [Event]
    /// Nil at the beginning of the snapshot.
    private let lower: Snapshot.Place?
    /// Nil at the end of the snapshot.
    private let upper: Snapshot.Place?
    /// The keys of the events, by type and person.
    private let told: [EventType: [UserID: Set<String>]]

    init(_ events: some Sequence<Event>, from lower: Snapshot.Place?, to upper: Snapshot.Place?) throws {
        (self.events, self.lower, self.upper) = (Array(events), lower, upper)
        var told: [EventType: [UserID: Set<String>]] = [:]
        for event in self.events {
            told[event.type, default: [:]][event.subject, default: []].insert(try event.factKey())
        }
        self.told = told
    }

    /// Cuts a page into spans of a bounded number of events.
    ///
    /// - Parameters:
    ///   - page: The answer of the source.
    ///   - place: The place that it was asked for.
    ///   - eventsMax: Events of one span at most.
    /// - Returns: One span at least: also a page without events covers people.
    /// - Throws: `ServiceError` if an event cannot be read.
    static func spans(of page: Snapshot.Reply, after place: Snapshot.Place?, eventsMax: Int) throws -> [SnapshotSpan] {
        var (spans, lower, rest): ([SnapshotSpan], Snapshot.Place?, ArraySlice<Event>) = ([], place, page.events[...])
        while rest.count > eventsMax {
            let events = rest.prefix(eventsMax)
            let upper = try events.last?.snapshotPlace()
            spans.append(try SnapshotSpan(events, from: lower, to: upper))
            (lower, rest) = (upper, rest.dropFirst(eventsMax))
        }
        return spans + [try SnapshotSpan(rest, from: lower, to: page.next)]
    }

    /// Returns the place behind which the rows of a type are within the span.
    func lower(of type: EventType) -> Bound {
        lower.map { Bound($0, of: type) } ?? Bound(user: "", key: "")
    }

    /// Returns the place up to which the rows of a type are within the span.
    func upper(of type: EventType) -> Bound {
        upper.map { Bound($0, of: type) } ?? Bound(user: Bound.behindAll, key: Bound.behindAll)
    }

    /// Returns whether the span tells a fact.
    func tells(_ type: EventType, _ user: UserID, _ key: String) -> Bool {
        told[type]?[user]?.contains(key) ?? false
    }

    /// Returns the number of facts of one type.
    func count(of type: EventType) -> Int {
        told[type]?.values.reduce(0) { $0 + $1.count } ?? 0
    }
}
