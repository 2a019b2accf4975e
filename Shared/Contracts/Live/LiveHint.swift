/// Tells a device that something has changed, so that it fetches that anew.
///
/// It says what has changed and never how it now is: a hint may be folded into a later one, or all of them into one sign
/// to fetch everything.
package struct LiveHint: Codable, Sendable, Equatable {
    /// What has changed.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// A day's entries, or what they add up to.
        case day
        /// The target from a day on.
        case target
        /// What a profile says, or what was measured on a day.
        case profile
        case cart
        /// Water or note of a day.
        case extras
        case board
        case group
        case challenge
    }

    /// What two hints have in common of which the later one is enough.
    package struct Key: Hashable, Sendable {
        let kind: Kind
        let date: PlainDate?
        let id: String?
    }

    package var kind: Kind
    /// The day whose it is; left out for what belongs to no day.
    package var date: PlainDate?
    /// Which one it is, where there are several without a day.
    package var id: String?
    /// Grows with each change; to be compared with that of an earlier hint of the same thing, and with nothing else.
    package var version: Int

    package init(kind: Kind, date: PlainDate? = nil, id: String? = nil, version: Int) {
        self.kind = kind
        self.date = date
        self.id = id
        self.version = version
    }

    package var key: Key { Key(kind: kind, date: date, id: id) }
}

extension LiveHint: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kind", kind.rawValue)
            if let date { writer.field("date", date.description) }
            if let id { writer.field("id", id) }
            // Counts changes, of which nobody makes as many as a number of JSON cannot hold.
            writer.field("version", Double(version))
        }
    }
}
