package import Calendar
package import JSONCoding

/// Lists the caller's measurements, newest first.
package struct ProfileMeasurementsList: Contract {
    package struct Reply: Codable, Sendable {
        package var items: [Measurement]
        /// The cursor of the next page; null on the last page.
        @Nullable package var nextCursor: String?

        package init(items: [Measurement], nextCursor: String?) {
            self.items = items
            self._nextCursor = Nullable(wrappedValue: nextCursor)
        }
    }

    /// A page of the largest measurements has some 300 KB.
    package static let limits = 1...500
    package static let limitDefault = 50

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/profile/measurements",
        "Lists the caller's measurements, newest first.",
        scope: .profileRead,
        errors: [.invalid]
    )

    package static let method = Method("profile.measurements.list", of: .profile, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits), .numberedCursor(\.cursor)]

    /// Nil for all kinds.
    package var kind: MeasurementKind?
    /// The first and the last of the user's days; nil for no bound.
    package var from: DayReference?
    package var to: DayReference?
    package var limit: Int?
    package var cursor: String?

    package init(
        kind: MeasurementKind? = nil,
        from: DayReference? = nil,
        to: DayReference? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.kind = kind
        self.from = from
        self.to = to
        self.limit = limit
        self.cursor = cursor
    }
}

/// Records a measurement of the caller.
///
/// Repeating it has no effect, whether identified by the client's id or by the source's. A new value under a source's
/// id replaces the old one: sources correct their data, and daily sums grow.
package struct ProfileMeasurementsAdd: Contract {
    package typealias Reply = Measurement

    package static let http: HTTPBinding? = HTTPBinding(
        .post,
        "/v1/profile/measurements",
        "Records a measurement; a new value under the id of its source replaces the old one.",
        scope: .profileWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    package static let method = Method("profile.measurements.add", of: .profile, .keyedWrite, .user)

    /// Length of a source: the name of a device or program.
    package static let sourceLength = 1...64
    /// Length of an external id: a UUID, or a longer id of some platforms.
    package static let externalIdLength = 1...128

    /// The profile service also compares the time with the clock.
    package static let rules: Rules<Self> = [
        .whole(\.value, [.sentence(MeasurementKind.rangesSentence)]) { request, name, checker in
            checker.require(request.value, in: request.kind.range, name)
        },
        .length(\.source, sourceLength),
        .length(\.externalId, externalIdLength),
        .needs(\.externalId, \.source, "{field} is missing: an externalId needs a source."),
        .time(\.at),
    ]

    /// The client's own id.
    package var id: MeasurementID?
    package var kind: MeasurementKind
    package var value: Double
    /// RFC 3339 with any offset; now by default.
    package var at: String?
    package var source: String?
    package var externalId: String?

    package init(
        id: MeasurementID? = nil,
        kind: MeasurementKind,
        value: Double,
        at: String? = nil,
        source: String? = nil,
        externalId: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        self.at = at
        self.source = source
        self.externalId = externalId
    }
}

/// Removes a measurement of the caller.
package struct ProfileMeasurementsRemove: Contract {
    package typealias Reply = Empty

    package static let http: HTTPBinding? = HTTPBinding(
        .delete,
        "/v1/profile/measurements/{id}",
        "Removes a measurement.",
        scope: .profileWrite,
        success: .noContent,
        errors: [.notFound]
    )

    package static let method = Method("profile.measurements.remove", of: .profile, .keyedWrite, .user)

    package var id: MeasurementID

    package init(id: MeasurementID) {
        self.id = id
    }
}
