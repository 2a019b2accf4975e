package import FoundationEssentials

/// Times as they travel: RFC 3339 in UTC with milliseconds.
package enum Timestamp {
    /// The wall clock, now.
    package static func now() -> String { text(Date()) }

    /// A moment as text.
    package static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
