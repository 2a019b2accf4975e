/// Announces that an observer wants copies of events, on a topic to which every publisher of events subscribes.
///
/// Without an announcement publishers make no copies: reading and encoding each event twice would be a large part of
/// the cost of a change. The announcement is repeated, so a lost one, or a publisher that starts later, matters only
/// briefly.
package struct EventsWanted: Codable, Sendable {
    package static let topic = "events.wanted"
    /// The interval between two announcements, in milliseconds.
    package static let intervalMs = 1_000
    /// How long an announcement is valid, in milliseconds: two of them may be lost.
    package static let lifetimeMs = 3 * intervalMs

    /// The requested types.
    package var types: [EventType]

    package init(types: [EventType]) {
        self.types = types
    }
}
