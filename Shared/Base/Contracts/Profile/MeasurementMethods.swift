public import Calendar
public import JSONCoding

/// Lists the caller's measurements, newest first.
public struct ProfileMeasurementsList: Contract {
    public struct Reply: Codable, Sendable {
        public var items: [Measurement]
        /// The cursor of the next page; null on the last page.
        @Nullable public var nextCursor: String?

        public init(items: [Measurement], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    /// A page of the largest measurements has some 300 KB.
    public static let limits = 1...500
    public static let limitDefault = 50

    public static let method = Method("profile.measurements.list", of: .profile, .read, .user).route(
        .get,
        "/v1/profile/measurements",
        "Lists the caller's measurements, newest first.",
        scope: .profileRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits), .numberedCursor(\.cursor)]

    /// Nil for all kinds.
    public var kind: MeasurementKind?
    /// The first and the last of the user's days; nil for no bound.
    public var from: DayReference?
    public var to: DayReference?
    public var limit: Int?
    public var cursor: String?

    public init(
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
public struct ProfileMeasurementsAdd: Contract {
    public typealias Reply = Measurement

    public static let method = Method("profile.measurements.add", of: .profile, .keyedWrite, .user).route(
        .post,
        "/v1/profile/measurements",
        "Records a measurement; a new value under the id of its source replaces the old one.",
        scope: .profileWrite,
        success: .created,
        errors: [.invalid, .conflict]
    )

    /// Length of a source: the name of a device or program.
    public static let sourceLength = 1...64
    /// Length of an external id: a UUID, or a longer id of some platforms.
    public static let externalIdLength = 1...128

    /// The profile service also compares the time with the clock.
    public static let rules: Rules<Self> = [
        .whole(\.value, [.sentence(MeasurementKind.rangesSentence)]) { request, name, checker in
            checker.require(request.value, in: request.kind.range, name)
        },
        .length(\.source, sourceLength),
        .length(\.externalId, externalIdLength),
        .needs(\.externalId, \.source, "{field} is missing: an externalId needs a source."),
        .time(\.at),
    ]

    /// The client's own id.
    public var id: MeasurementID?
    public var kind: MeasurementKind
    public var value: Double
    /// RFC 3339 with any offset; now by default.
    public var at: String?
    public var source: String?
    public var externalId: String?

    public init(
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

/// Records a measurement under an id that the client chooses, for clients that synchronize.
///
/// The client repeats the request until it has a reply, however long it takes: an equal measurement is returned as it
/// is. A different one under the same id is a conflict, and so is an id that was removed. A source that counts its own
/// measurements uses ``ProfileMeasurementsAdd`` with an external id.
public struct ProfileMeasurementsPut: Contract {
    public typealias Reply = Measurement

    public static let method = Method("profile.measurements.put", of: .profile, .keyedWrite, .user).route(
        .put,
        "/v1/profile/measurements/{id}",
        "Records a measurement under the client's id, once, for clients that synchronize.",
        scope: .profileWrite,
        errors: [.invalid, .conflict]
    )

    /// The profile service also compares the time with the clock.
    public static let rules: Rules<Self> = [
        .whole(\.value, [.sentence(MeasurementKind.rangesSentence)]) { request, name, checker in
            checker.require(request.value, in: request.kind.range, name)
        },
        .length(\.source, ProfileMeasurementsAdd.sourceLength),
        .time(\.at),
    ]

    public var id: MeasurementID
    public var kind: MeasurementKind
    public var value: Double
    /// RFC 3339 with any offset; by default the time at which the request arrives, which repetitions keep.
    public var at: String?
    public var source: String?

    public init(
        id: MeasurementID,
        kind: MeasurementKind,
        value: Double,
        at: String? = nil,
        source: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        self.at = at
        self.source = source
    }
}

/// Removes a measurement of the caller.
///
/// With `ifAbsent: remember`, a measurement that does not exist counts as removed: the request succeeds whenever it is
/// repeated, and a ``ProfileMeasurementsPut`` that arrives later is refused.
public struct ProfileMeasurementsRemove: Contract {
    public typealias Reply = Empty

    /// How long removals are remembered, in days: longer than a device is usually unused.
    public static let removalsKeptDays = 400

    public static let method = Method("profile.measurements.remove", of: .profile, .keyedWrite, .user).route(
        .delete,
        "/v1/profile/measurements/{id}",
        "Removes a measurement.",
        scope: .profileWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: MeasurementID
    /// What happens if there is no measurement with the id; it fails by default.
    public var ifAbsent: IfAbsent?

    public init(id: MeasurementID, ifAbsent: IfAbsent? = nil) {
        self.id = id
        self.ifAbsent = ifAbsent
    }
}

extension API {
    /// The contracts of this file.
    static let measurementMethods: [any Contract.Type] = [
        ProfileMeasurementsList.self, ProfileMeasurementsAdd.self, ProfileMeasurementsPut.self,
        ProfileMeasurementsRemove.self,
    ]
}
