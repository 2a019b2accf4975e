import Calendar
import Contracts
import JSONCoding
import Profile
import TestSupport
import Testing

@Suite struct MeasurementTests {
    @Test func `a measurement has its unit, the user's own day and its source`() async throws {
        try await ProfileFixture.use { profiles in
            try await profiles.update { $0.timeZone = .set("Europe/Kyiv") }
            let id = MeasurementID.make()
            let steps = try await profiles.measure(
                .steps,
                8_000,
                at: "2026-03-09T23:30:00+01:00",
                id: id,
                source: "watch",
                externalId: "s-1"
            )
            #expect((steps.id, steps.unit, steps.at) == (id, .count, "2026-03-09T22:30:00.000Z"))
            #expect((steps.date.description, steps.source, steps.externalId) == ("2026-03-10", "watch", "s-1"))
            #expect(try await profiles.measurements().items == [steps])
            #expect(try await profiles.get().version == 2)
        }
    }

    @Test func `a measurement without a time gets the current time`() async throws {
        try await ProfileFixture.use { profiles in
            let waist = try await profiles.measure(.waist, 80)
            #expect(waist.at == "2026-03-10T12:00:00.000Z")
        }
    }

    @Test func `lists filter by kind and days, and continue page by page`() async throws {
        try await ProfileFixture.use { profiles in
            for day in 1...9 { try await profiles.measure(.sleep, Double(day), at: "2026-03-0\(day)T07:00:00Z") }
            try await profiles.measure(.waist, 80, at: "2026-03-05T07:00:00Z")
            let days = try await profiles.measurements(
                .sleep,
                from: .date(try #require(PlainDate("2026-03-03"))),
                to: .date(try #require(PlainDate("2026-03-06")))
            )
            #expect(days.items.map(\.value) == [6, 5, 4, 3])
            var (values, cursor): ([Double], String?) = ([], nil)
            repeat {
                let page = try await profiles.measurements(limit: 4, cursor: cursor)
                #expect(page.items.count <= 4)
                values += page.items.map(\.value)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(Set(values) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 80])
            #expect(values.count == 10)
            #expect(try await profiles.measurements(from: .today).items.isEmpty)
        }
    }

    @Test func `a repeated measurement is stored once`() async throws {
        try await ProfileFixture.use { profiles in
            let id = MeasurementID.make()
            let first = try await profiles.weigh(60, at: "2026-03-10T07:00:00Z", id: id)
            #expect(try await profiles.weigh(60, at: "2026-03-10T07:00:00Z", id: id) == first)
            let other = await #expect(throws: ServiceError.self) {
                try await profiles.weigh(61, at: "2026-03-10T07:00:00Z", id: id)
            }
            #expect(other?.code == .conflict)
            #expect(try other?.current?.decode(Measurement.self) == first)
            let keyed = try await profiles.measure(.waist, 80, key: "k")
            #expect(try await profiles.measure(.waist, 80, key: "k") == keyed)
            let untimed = try await profiles.measure(.hip, 90, id: .make())
            try profiles.clock.set("2026-03-10T13:00:00Z")
            #expect(try await profiles.measure(.hip, 90, id: untimed.id) == untimed)
            #expect(try await profiles.measurements().items.count == 3)
        }
    }

    @Test func `a source corrects its measurement under the same external id`() async throws {
        try await ProfileFixture.use { profiles in
            let first = try await profiles.measure(.steps, 100, source: "watch", externalId: "today")
            let later = try await profiles.measure(.steps, 900, source: "watch", externalId: "today")
            try await profiles.measure(.steps, 50, source: "phone", externalId: "today")
            #expect(later.id == first.id)
            #expect(Set(try await profiles.values(.steps)) == [900, 50])
        }
    }

    @Test func `values out of range, future times and ids without a source name their field`() async throws {
        try await ProfileFixture.use { profiles in
            for kind in MeasurementKind.allCases {
                for value in [kind.range.lowerBound, kind.range.upperBound] { try await profiles.measure(kind, value) }
                for value in [kind.range.lowerBound - 1, kind.range.upperBound + 1, .nan, .infinity] {
                    let error = try await refusal { try await profiles.measure(kind, value) }
                    #expect(error?.fields == ["value"], "\(kind) \(value)")
                }
            }
            let ahead = try await refusal { try await profiles.weigh(60, at: "2026-03-10T12:06:00Z") }
            #expect(ahead?.fields == ["at"])
            try await profiles.weigh(60, at: "2026-03-10T12:04:00Z")
            for at in ["yesterday", "2026-03-10", "1899-12-31T00:00:00Z"] {
                let error = try await refusal { try await profiles.weigh(60, at: at) }
                #expect(error?.fields == ["at"], "\(at)")
            }
            let nameless = try await refusal { try await profiles.weigh(60, externalId: "1") }
            #expect(nameless?.fields == ["source"])
            let cursor = try await refusal { _ = try await profiles.measurements(limit: 0, cursor: "none") }
            #expect(cursor?.fields == ["limit", "cursor"])
        }
    }

    @Test func `measurements of different users are separate`() async throws {
        try await ProfileFixture.use { profiles in
            let stranger = UserID.make()
            let mine = try await profiles.weigh(60)
            #expect(try await profiles.measurements(as: stranger).items.isEmpty)
            let error = try await refusal { try await profiles.remove(mine.id, as: stranger) }
            #expect(error?.code == .notFound)
            let same = ProfileMeasurementsAdd(id: mine.id, kind: .weight, value: 90)
            _ = try await profiles.service.addMeasurement(same, profiles.context(stranger))
            #expect(try await profiles.values() == [60])
            #expect(try await profiles.get(as: stranger).weightKg == 90)
        }
    }
}
