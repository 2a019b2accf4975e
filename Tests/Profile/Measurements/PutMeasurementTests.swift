import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

/// Measurements under ids that devices have chosen.
struct PutMeasurementTests {
    private func put(
        _ profiles: ProfileFixture,
        _ id: MeasurementID,
        _ value: Double,
        _ kind: MeasurementKind = .weight,
        at: String? = nil,
        source: String? = nil
    ) async throws -> Measurement {
        let request = ProfileMeasurementsPut(id: id, kind: kind, value: value, at: at, source: source)
        return try await profiles.service.putMeasurement(request.checked(), profiles.context()).value
    }

    private func remove(_ profiles: ProfileFixture, _ id: MeasurementID) async throws {
        let request = ProfileMeasurementsRemove(id: id, ifAbsent: .remember)
        _ = try await profiles.service.removeMeasurement(request, profiles.context())
    }

    @Test func `a repeated measurement is stored once and sets the profile`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            let first = try await put(profiles, id, 64.5)
            try profiles.clock.set("2026-03-11T13:00:00Z")
            #expect(try await put(profiles, id, 64.5) == first)
            #expect(try await put(profiles, id, 64.5, at: first.at) == first)
            #expect(try await profiles.get().weightKg == 64.5)
            #expect(try await profiles.values() == [64.5])
        }
    }

    @Test func `a repeated measurement keeps its day after a move to another time zone`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            let first = try await put(profiles, id, 64.5, at: "2026-03-09T23:00:00Z")
            try await profiles.update { $0.timeZone = .set("Asia/Bangkok") }
            #expect(try await put(profiles, id, 64.5, at: "2026-03-09T23:00:00Z") == first)
        }
    }

    @Test func `a different measurement under the same id is refused with the stored one`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            let first = try await put(profiles, id, 80, .waist, at: "2026-03-10T07:00:00Z")
            let others: [(Double, MeasurementKind, String, String?)] = [
                (81, .waist, first.at, nil), (80, .hip, first.at, nil), (80, .waist, "2026-03-10T08:00:00Z", nil),
                (80, .waist, first.at, "scale"),
            ]
            for (value, kind, at, source) in others {
                let error = await #expect(throws: ServiceError.self) {
                    try await put(profiles, id, value, kind, at: at, source: source)
                }
                #expect(error?.code == .conflict)
                #expect(try error?.current?.decode(Measurement.self) == first)
            }
            #expect(try await profiles.measurements().items == [first])
        }
    }

    @Test func `a removed id is not recorded again, whichever request arrives first`() async throws {
        try await ProfileFixture.use { profiles in
            let (early, late) = (MeasurementID.make(), MeasurementID.make())
            try await remove(profiles, early)
            _ = try await put(profiles, late, 90, .hip)
            try await remove(profiles, late)
            try await remove(profiles, late)
            for id in [early, late] {
                let error = await #expect(throws: ServiceError.self) { try await put(profiles, id, 90, .hip) }
                #expect(error?.code == .conflict)
                #expect(error?.current?.text == "null")
            }
            #expect(try await profiles.measurements().items.isEmpty)
        }
    }

    @Test func `a removal that does not ask for it fails without a measurement`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            let missing = try await refusal { try await profiles.remove(id) }
            #expect(missing?.code == .notFound)
            #expect(try await put(profiles, id, 90, .hip).id == id)
        }
    }

    @Test func `old removals are forgotten`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            try await remove(profiles, id)
            try profiles.clock.set("2027-05-01T12:00:00Z")
            try await remove(profiles, .make())
            #expect(try await put(profiles, id, 90, .hip).id == id)
        }
    }

    @Test func `values out of range and future times name their field`() async throws {
        try await ProfileFixture.use { profiles in
            let value = try await refusal { _ = try await put(profiles, .make(), 0) }
            #expect(value?.fields == ["value"])
            let time = try await refusal { _ = try await put(profiles, .make(), 60, at: "2026-03-12T12:00:00Z") }
            #expect(time?.fields == ["at"])
        }
    }
}
