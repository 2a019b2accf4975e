/// The kind of a measurement's id.
package enum MeasurementIDKind {}

package typealias MeasurementID = Identifier<MeasurementIDKind>

/// Something measured at a moment.
package struct Measurement: Codable, Sendable, Equatable {
    package var id: MeasurementID
    package var kind: MeasurementKind
    package var value: Double
    package var unit: MeasurementUnit
    /// RFC 3339, UTC.
    package var at: String
    /// The day on which it was for the user, when it was recorded.
    package var date: PlainDate
    /// The device or program that measured; null for the user's own word.
    @Nullable package var source: String?
    /// What the source calls it.
    @Nullable package var externalId: String?

    package init(
        id: MeasurementID,
        kind: MeasurementKind,
        value: Double,
        at: String,
        date: PlainDate,
        source: String?,
        externalId: String?
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        unit = kind.unit
        self.at = at
        self.date = date
        self._source = Nullable(wrappedValue: source)
        self._externalId = Nullable(wrappedValue: externalId)
    }
}
