import Calendar
import Contracts
import FoundationEssentials
import ServiceKit

/// A stored measurement.
///
/// Rows are ordered by time, then by id.
struct MeasurementRow: Sendable, Equatable {
    var id: MeasurementID
    var kind: MeasurementKind
    var value: Double
    /// Milliseconds since 1970.
    var atMs: Int
    var date: PlainDate
    var source: String?
    var externalId: String?

    func with(id: MeasurementID) -> MeasurementRow {
        var row = self
        row.id = id
        return row
    }

    func equalsIgnoringTime(_ other: MeasurementRow) -> Bool {
        id == other.id && kind == other.kind && value == other.value && source == other.source
            && externalId == other.externalId
    }

    /// The measurement as its user sees it.
    var measurement: Measurement {
        Measurement(
            id: id,
            kind: kind,
            value: value,
            at: Timestamp.text(Date(timeIntervalSince1970: Double(atMs) / 1_000)),
            date: date,
            source: source,
            externalId: externalId
        )
    }

    /// The cursor of the measurement in a list.
    var cursor: MeasurementCursor { MeasurementCursor(atMs: atMs, id: id) }
}

extension MeasurementRow: Comparable {
    static func < (left: MeasurementRow, right: MeasurementRow) -> Bool {
        (left.atMs, left.id) < (right.atMs, right.id)
    }
}

extension MeasurementRow {
    /// Creates the row of a request, dated in the user's own calendar.
    init(_ request: ProfileMeasurementsAdd, atMs: Int, by fields: ProfileFields) {
        self.init(
            id: request.id ?? .make(),
            kind: request.kind,
            value: request.value,
            atMs: atMs,
            date: fields.today(Date(timeIntervalSince1970: Double(atMs) / 1_000)),
            source: request.source,
            externalId: request.externalId
        )
    }
}

extension ProfileMeasurementsAdd {
    /// The measurement of a PUT.
    init(_ request: ProfileMeasurementsPut) {
        self.init(id: request.id, kind: request.kind, value: request.value, at: request.at, source: request.source)
    }
}

/// A position in a list of measurements, written as `1773144000000-` and an id.
struct MeasurementCursor: Sendable, Equatable, LosslessStringConvertible {
    let atMs: Int
    let id: MeasurementID

    init(atMs: Int, id: MeasurementID) {
        self.atMs = atMs
        self.id = id
    }

    init?(_ description: String) {
        // The id contains hyphens, and a time before 1970 starts with one.
        let idText = description.suffix(UUIDv7.textLength)
        guard let id = MeasurementID(String(idText)), description.count > UUIDv7.textLength + 1,
            let atMs = Int(description.dropLast(UUIDv7.textLength + 1))
        else { return nil }
        self.init(atMs: atMs, id: id)
        guard self.description == description else { return nil }
    }

    var description: String { "\(atMs)-\(id)" }
}
