/// A measurement of a body or a day.
///
/// Its JSON form is that of the HTTP interface.
public struct Measurement: Codable, Equatable, Sendable {
    /// A UUID of the device that recorded it.
    public var id: String
    /// The measured quantity, for example `weight`.
    public var kind: String
    /// The value in the kind's metric unit.
    public var value: Double
    /// The time of the measurement; RFC 3339, UTC.
    public var at: String
    /// The user's day, as `YYYY-MM-DD`.
    public var date: String

    /// Creates a measurement.
    public init(id: String, kind: String, value: Double, at: String, date: String) {
        self.id = id
        self.kind = kind
        self.value = value
        self.at = at
        self.date = date
    }
}

/// Water drunk on a day, as an addition with an id of its own, so that it counts once.
public struct WaterAddition: Codable, Equatable, Sendable {
    /// A UUID of the device.
    public var id: String
    /// The user's day, as `YYYY-MM-DD`.
    public var date: String
    /// The amount in millilitres.
    public var ml: Int

    /// Creates an addition.
    public init(id: String, date: String, ml: Int) {
        self.id = id
        self.date = date
        self.ml = ml
    }
}

/// The water and the note of a day, as the server stores them.
public struct DayExtras: Codable, Equatable, Sendable {
    /// The user's day, as `YYYY-MM-DD`.
    public var date: String
    /// The sum of the day's water in millilitres.
    public var waterMl: Int
    /// The user's note; empty if there is none.
    public var note: String
    /// The number of changes of both.
    public var version: Int

    /// Creates a day's extras.
    public init(date: String, waterMl: Int, note: String, version: Int) {
        self.date = date
        self.waterMl = waterMl
        self.note = note
        self.version = version
    }
}
