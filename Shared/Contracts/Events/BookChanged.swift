/// Something in a diary has changed that is no entry of a day, and of which ``DayChanged`` does not tell.
package struct BookChanged: EventPayload, Equatable {
    /// What has changed.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case cart
        /// Water or note of a day.
        case extras
    }

    package static let type = EventType.bookChanged

    package var kind: Kind
    /// The day whose it is; null for what belongs to no day.
    @Nullable package var date: PlainDate?
    /// The version at which it now is.
    package var version: Int

    package init(kind: Kind, date: PlainDate?, version: Int) {
        self.kind = kind
        self._date = Nullable(wrappedValue: date)
        self.version = version
    }
}
