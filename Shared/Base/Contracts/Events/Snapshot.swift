/// The current state of a service's data as events, in pages, for subscribers that cannot continue from their position.
///
/// Pages cover all users in the order of their ids; each page is consistent. Changes made between two pages are in the
/// events after the first page's sequence number, from which the subscriber continues afterwards. Some of these may be
/// older than a later page. As each event is a state, the final state is correct.
package struct Snapshot: Codable, Sendable {
    /// Size of a page, in bytes: half of a message's limit.
    ///
    /// Large enough for thousands of facts, small enough to be read, sent and applied without delaying other requests.
    package static let pageBytesMax = 512 * 1_024

    /// A position after a fact.
    package struct Position: Codable, Sendable, Equatable {
        package var subject: UserID
        /// Identifies the fact among those about the subject.
        package var key: String

        package init(subject: UserID, key: String) {
            self.subject = subject
            self.key = key
        }
    }

    package struct Reply: Codable, Sendable {
        package var epoch: String
        /// The sequence number of the last event that this page includes.
        package var sequence: Int64
        /// The id of that event; nil if there is none, or if the source is of a version without this field.
        ///
        /// A subscriber that resumes a reload uses it to check that the source still has that event.
        package var event: EventID?
        /// States in the form of events, with this sequence number, ordered by subject.
        package var events: [Event]
        /// The position after which the next page begins; nil after the last page.
        package var next: Position?

        package init(epoch: String, sequence: Int64, event: EventID? = nil, events: [Event], next: Position?) {
            self.epoch = epoch
            self.sequence = sequence
            self.event = event
            self.events = events
            self.next = next
        }
    }

    /// Nil for the first page.
    package var after: Position?

    package init(after: Position?) {
        self.after = after
    }

    /// The method with which a service returns its snapshot.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).snapshot", of: service, .read, .services)
    }
}
