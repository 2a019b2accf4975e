/// Announces that an onlooker wants copies of events, on a topic that every publisher of events hears.
///
/// Without an announcement, a publisher makes no copies: reading and encoding each event twice is a good part of the cost of
/// a change. The announcement is repeated, so that one that is lost, or a publisher that starts later, matters for a moment.
package struct EventsWanted: Codable, Sendable {
    package static let topic = "events.wanted"
    /// How often an onlooker announces itself, in milliseconds.
    package static let intervalMs = 1_000
    /// For how long an announcement holds, in milliseconds: two of them may be lost.
    package static let lifetimeMs = 3 * intervalMs

    /// The types that are wanted.
    package var types: [EventType]

    package init(types: [EventType]) {
        self.types = types
    }
}
