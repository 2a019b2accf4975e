/// What a service would tell by events if it told everything as it now is, in pages: for subscribers who cannot go on
/// from where they were.
///
/// Pages go through all people in the order of their ids. Each is consistent in itself. What changes between two pages
/// is told by the events behind the first page's place, where the subscriber goes on afterwards. Some of these may be
/// older than what a later page told; as each event tells a state, the last one is right in the end.
package struct Snapshot: Codable, Sendable {
    /// Bytes of one page, half of what a message may have: large enough for thousands of facts, small enough to be
    /// read, sent and applied while others hardly wait.
    package static let pageBytesMax = 512 * 1_024

    /// A place between two facts: behind this one.
    package struct Place: Codable, Sendable, Equatable {
        package var subject: UserID
        /// Which of the facts about the subject.
        package var key: String

        package init(subject: UserID, key: String) {
            self.subject = subject
            self.key = key
        }
    }

    package struct Reply: Codable, Sendable {
        package var epoch: String
        /// The last event that this page has in it.
        package var sequence: Int64
        /// The id of that event; nil if there is none, or if the source is of a version that does not tell it.
        ///
        /// A subscriber that resumes a reload asks with it whether the source still has that event.
        package var event: EventID?
        /// States in the form of events, with this sequence, by subject.
        package var events: [Event]
        /// Where the next page begins; nil after the last one.
        package var next: Place?

        package init(epoch: String, sequence: Int64, event: EventID? = nil, events: [Event], next: Place?) {
            self.epoch = epoch
            self.sequence = sequence
            self.event = event
            self.events = events
            self.next = next
        }
    }

    /// Nil for the first page.
    package var after: Place?

    package init(after: Place?) {
        self.after = after
    }

    /// The method under which a service hands out its snapshot.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).snapshot", of: service, .read, .services)
    }
}
