import Calendar
import Contracts
import Gateway
import Testing

/// The composed answer of the first screen.
struct StartBodyTests {
    private static let date = PlainDate(dayNumber: 20_522)
    private static let away = ServiceError(.unavailable, "Away.")

    private static let diary: DiaryStart.Reply = {
        let none = Nutrients(kcal: 0)
        let week = DiaryDay.Week(from: date, totals: none, incomplete: [], target: nil, remaining: nil)
        let month = DiaryDay.Month(from: date, kcal: 0, targetKcal: nil, remaining: nil)
        return DiaryStart.Reply(
            day: DiaryDay(
                date: date,
                meals: [],
                totals: none,
                incomplete: [],
                target: nil,
                remaining: nil,
                week: week,
                month: month,
                note: #"}{"note"#
            ),
            target: DayTarget(dailyKcal: 2_000, proteinG: 1, fatG: 2, carbohydrateG: 3),
            recents: [],
            cart: Cart(version: 0, items: [], additionalKcal: nil, additionalName: nil, totals: none, incomplete: []),
            waiting: StartWaiting(importId: .make(), planId: nil),
            cursor: "epoch-1"
        )
    }()

    private static let profile = Profile(
        userId: .make(),
        name: "Olena",
        birthDate: PlainDate(dayNumber: 7_000),
        heightCm: 170,
        weightKg: 65,
        activityLevel: .light,
        goal: .keep,
        formula: .harrisBenedict,
        units: .metric,
        timeZone: "Europe/Kyiv",
        dayStartHour: 0,
        weekStart: 1,
        language: "uk",
        allergens: [],
        dislikes: [],
        shares: Shares(leaderboard: false, foods: false),
        version: 3,
        age: 37,
        missing: []
    )

    private func start(hasDiary: Bool, hasProfile: Bool) throws -> Start {
        let body = try StartBody.bytes(
            diary: hasDiary ? .success(try PayloadCoder.encode(Self.diary)) : .failure(Self.away),
            profile: hasProfile ? .success(try PayloadCoder.encode(Self.profile)) : .failure(Self.away)
        )
        return try PayloadCoder.decodeReply(Start.self, from: body)
    }

    @Test func `the parts of both services are put together`() throws {
        let all = try start(hasDiary: true, hasProfile: true)
        #expect(all == Start(diary: Self.diary, profile: Self.profile, unavailable: []))
    }

    @Test func `a missing part is null, and its service is named`() throws {
        let diary = try start(hasDiary: true, hasProfile: false)
        #expect(diary == Start(diary: Self.diary, profile: nil, unavailable: ["profile"]))
        let profile = try start(hasDiary: false, hasProfile: true)
        #expect(profile == Start(diary: nil, profile: Self.profile, unavailable: ["diary"]))
    }

    @Test func `an answer without any part is an error`() {
        let error = #expect(throws: ServiceError.self) { try start(hasDiary: false, hasProfile: false) }
        #expect(error?.code == .unavailable)
    }

    @Test func `a composed answer has every field of its contract, in the same order`() throws {
        let encoded = try PayloadCoder.encode(Start(diary: Self.diary, profile: Self.profile, unavailable: []))
        let body = try StartBody.bytes(
            diary: .success(try PayloadCoder.encode(Self.diary)),
            profile: .success(try PayloadCoder.encode(Self.profile))
        )
        #expect(String(decoding: body, as: UTF8.self) == String(decoding: encoded, as: UTF8.self))
        let bare = try StartBody.bytes(diary: .failure(Self.away), profile: .success(Array("null".utf8)))
        let expected = try PayloadCoder.encode(Start(diary: nil, profile: nil, unavailable: ["diary"]))
        #expect(String(decoding: bare, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }

    @Test func `a client that has the answer is recognized by its tag`() {
        let (tag, other) = (ContentTag([1]), ContentTag([2]))
        #expect(tag == ContentTag([1]))
        #expect(tag.text != other.text)
        #expect(tag.isKnown(by: "\(other.text), W/\(tag.text)"))
        #expect(tag.isKnown(by: "*"))
        #expect(!tag.isKnown(by: other.text))
        #expect(!tag.isKnown(by: nil))
    }
}
