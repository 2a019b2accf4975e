/// The kind of the ids of measurements.
package enum MeasurementIDKind {}

package typealias MeasurementID = Identifier<MeasurementIDKind>

/// A measurement of a body or a day at a moment.
package struct Measurement: Codable, Sendable, Equatable {
    package var id: MeasurementID
    package var kind: MeasurementKind
    package var value: Double
    package var unit: MeasurementUnit
    /// RFC 3339, UTC.
    package var at: String
    /// The user's day at the time of recording.
    package var date: PlainDate
    /// The measuring device or program; null if entered by the user.
    @Nullable package var source: String?
    /// The source's id of the measurement.
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
