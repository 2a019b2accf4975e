import Calendar
import Contracts
import Diary
import Storage
import Testing

/// Additions of water under ids of devices.
@Suite(.timeLimit(.minutes(5)))
struct WaterAdditionTests {
    private func add(
        _ diary: DiaryFixture,
        _ id: WaterAdditionID = .make(),
        _ ml: Int = 250,
        on date: PlainDate = march(10)
    ) async throws -> DayExtras {
        let request = DiaryWaterAdd(date: .date(date), id: id, ml: ml)
        return try await diary.service.addWater(request.checked(), diary.context()).value
    }

    private func remove(
        _ diary: DiaryFixture,
        _ id: WaterAdditionID,
        on date: PlainDate = march(10)
    ) async throws -> DayExtras {
        let request = DiaryWaterRemove(date: .date(date), id: id)
        return try await diary.service.removeWater(request.checked(), diary.context()).value
    }

    private func set(_ diary: DiaryFixture, _ ml: Int) async throws -> DayExtras {
        try await diary.service.setWater(DiaryWaterSet(date: .date(march(10)), ml: ml), diary.context()).value
    }

    @Test func `additions are summed, each id once, and removed ones are subtracted`() async throws {
        try await DiaryFixture.use { diary in
            let (glass, bottle) = (WaterAdditionID.make(), WaterAdditionID.make())
            #expect(try await add(diary, glass).waterMl == 250)
            let both = try await add(diary, bottle, 500)
            #expect((both.waterMl, both.version) == (750, 2))
            #expect(try await add(diary, glass) == both)
            let day = try await diary.day()
            #expect((day.waterMl, day.extrasVersion) == (750, 2))
            #expect(try await remove(diary, glass).waterMl == 500)
            #expect(try await remove(diary, glass).version == 3)
            #expect(try await diary.events(DiaryDataChanged.type).count == 3)
        }
    }

    @Test func `a repeated id with another amount or day is refused with the stored addition`() async throws {
        try await DiaryFixture.use { diary in
            let id = WaterAdditionID.make()
            _ = try await add(diary, id)
            for (ml, date) in [(300, march(10)), (250, march(9))] {
                let error = await #expect(throws: ServiceError.self) { try await add(diary, id, ml, on: date) }
                #expect(error?.code == .conflict)
                let current = try error?.current?.decode(WaterAddition.self)
                #expect(current == WaterAddition(id: id, date: march(10), ml: 250))
            }
            let elsewhere = await #expect(throws: ServiceError.self) { try await remove(diary, id, on: march(9)) }
            #expect(elsewhere?.code == .notFound)
            #expect(try await diary.day().waterMl == 250)
        }
    }

    @Test func `an addition after its removal is refused`() async throws {
        try await DiaryFixture.use { diary in
            let id = WaterAdditionID.make()
            let removed = try await remove(diary, id)
            #expect(removed == DayExtras(date: march(10), waterMl: 0, note: "", version: 0))
            let error = await #expect(throws: ServiceError.self) { try await add(diary, id) }
            #expect(error?.code == .conflict)
            #expect(error?.current?.text == "null")
            #expect(try await diary.store.people(after: nil, limit: 2, of: DiarySchema.erasure) == [diary.user])
        }
    }

    @Test func `an amount that is set as a whole counts with later additions only`() async throws {
        try await DiaryFixture.use { diary in
            let id = WaterAdditionID.make()
            _ = try await add(diary, id)
            #expect(try await set(diary, 1_000).waterMl == 1_000)
            // A lost reply: the device repeats an addition that the amount contains.
            #expect(try await add(diary, id).waterMl == 1_000)
            #expect(try await add(diary).waterMl == 1_250)
            _ = try await set(diary, 100)
            #expect(try await remove(diary, id).waterMl == 0)
        }
    }

    @Test func `too much water and too many additions are refused`() async throws {
        try await DiaryFixture.use { diary in
            for ml in [0, 5_001] {
                let error = await #expect(throws: ServiceError.self) { try await add(diary, .make(), ml) }
                #expect(error?.details.map(\.field) == ["ml"])
            }
            _ = try await set(diary, 19_900)
            let error = await #expect(throws: ServiceError.self) { try await add(diary) }
            #expect(error?.details.map(\.field) == ["ml"])
            _ = try await set(diary, 0)
            for _ in 0..<DiaryWaterAdd.perDayMax { _ = try await add(diary, .make(), 1) }
            let late = await #expect(throws: ServiceError.self) { try await add(diary, .make(), 1) }
            #expect(late?.details.map(\.field) == ["date"])
            #expect(try await diary.day().waterMl == DiaryWaterAdd.perDayMax)
        }
    }

    @Test func `a removal is never refused, and removed additions leave room for others`() async throws {
        try await DiaryFixture.use { diary in
            for _ in 0..<DiaryWaterAdd.perDayMax { _ = try await add(diary, .make(), 1) }
            // Of additions that have not arrived, and more than a day keeps.
            for _ in 0..<5 * DiaryWaterAdd.perDayMax { _ = try await remove(diary, .make()) }
            #expect(try await diary.day().waterMl == DiaryWaterAdd.perDayMax)
        }
        try await DiaryFixture.use { diary in
            for _ in 0..<DiaryWaterAdd.perDayMax {
                let id = WaterAdditionID.make()
                _ = try await add(diary, id, 1)
                _ = try await remove(diary, id)
            }
            _ = try await add(diary, .make(), 250)
            #expect(try await diary.day().waterMl == 250)
        }
    }

    @Test func `two users may choose the same id`() async throws {
        try await DiaryFixture.use { diary in
            let id = WaterAdditionID.make()
            _ = try await add(diary, id)
            let request = DiaryWaterAdd(date: .date(march(10)), id: id, ml: 400)
            let theirs = try await diary.service.addWater(request.checked(), diary.context(.make())).value
            #expect(theirs.waterMl == 400)
            #expect(try await diary.day().waterMl == 250)
        }
    }
}
