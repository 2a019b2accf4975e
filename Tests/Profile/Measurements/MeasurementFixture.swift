import Calendar
import Contracts
import Profile

extension ProfileFixture {
    /// Records a measurement as a client does, with an RFC 3339 time.
    @discardableResult
    func measure(
        _ kind: MeasurementKind,
        _ value: Double,
        at: String? = nil,
        id: MeasurementID? = nil,
        source: String? = nil,
        externalId: String? = nil,
        key: String? = nil
    ) async throws -> Measurement {
        let request = ProfileMeasurementsAdd(
            id: id,
            kind: kind,
            value: value,
            at: at,
            source: source,
            externalId: externalId
        )
        return try await service.addMeasurement(request.checked(), context(key: key)).value
    }

    @discardableResult
    func weigh(
        _ kilograms: Double,
        at: String? = nil,
        id: MeasurementID? = nil,
        source: String? = nil,
        externalId: String? = nil
    ) async throws -> Measurement {
        try await measure(.weight, kilograms, at: at, id: id, source: source, externalId: externalId)
    }

    func remove(_ id: MeasurementID, as user: UserID? = nil, key: String? = nil) async throws {
        _ = try await service.removeMeasurement(ProfileMeasurementsRemove(id: id), context(user, key: key))
    }

    func measurements(
        _ kind: MeasurementKind? = nil,
        from: DayReference? = nil,
        to: DayReference? = nil,
        limit: Int? = nil,
        cursor: String? = nil,
        as user: UserID? = nil
    ) async throws -> ProfileMeasurementsList.Reply {
        let request = ProfileMeasurementsList(kind: kind, from: from, to: to, limit: limit, cursor: cursor)
        return try await service.measurements(request.checked(), context(user))
    }

    /// Returns every value of a kind, newest first.
    func values(_ kind: MeasurementKind = .weight) async throws -> [Double] {
        try await measurements(kind, limit: 500).items.map(\.value)
    }
}

/// Returns the code and the fields of the error with which a body fails; nil if it succeeds.
func refusal(_ body: () async throws -> Void) async throws -> (code: ErrorCode, fields: [String])? {
    do {
        try await body()
        return nil
    } catch let error as ServiceError {
        return (error.code, error.details.map(\.field))
    }
}
