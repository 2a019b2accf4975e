/// A change in a diary that ``DayChanged`` does not cover.
package struct BookChanged: EventPayload, Equatable {
    /// What has changed.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case cart
        /// Water or note of a day.
        case extras
    }

    package static let type = EventType.bookChanged

    package var kind: Kind
    /// The day of the extras; null for the cart.
    @Nullable package var date: PlainDate?
    /// The current version.
    package var version: Int

    package init(kind: Kind, date: PlainDate?, version: Int) {
        self.kind = kind
        self._date = Nullable(wrappedValue: date)
        self.version = version
    }
}
