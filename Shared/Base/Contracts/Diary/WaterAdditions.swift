public import Calendar

/// The kind of the ids of additions of water.
public enum WaterAdditionKind {}

public typealias WaterAdditionID = Identifier<WaterAdditionKind>

/// An amount of water drunk at once, such as a glass.
public struct WaterAddition: Codable, Sendable, Equatable {
    public var id: WaterAdditionID
    public var date: PlainDate
    /// In millilitres.
    public var ml: Int

    public init(id: WaterAdditionID, date: PlainDate, ml: Int) {
        self.id = id
        self.date = date
        self.ml = ml
    }
}

/// Adds an amount to the water of a day, under an id that the client chooses.
///
/// The client repeats the request until it has a reply, however long it takes: an id is added once. The day's
/// `waterMl` grows by the amount, and ``DiaryWaterSet`` still sets it as a whole.
public struct DiaryWaterAdd: Contract {
    public typealias Reply = DayExtras

    /// In millilitres, up to a large canister: additions of several devices fit into ``DiaryWaterSet/range``.
    public static let range = 1...5_000
    /// Maximum number of additions of a day without removed ones: one every five minutes while awake.
    public static let perDayMax = 200

    public static let method = Method("diary.water.add", of: .diary, .keyedWrite, .user).route(
        .put,
        "/v1/diary/days/{date}/water/{id}",
        "Adds an amount to the water of a day, once for each id.",
        scope: .diaryWrite,
        errors: [.invalid, .conflict]
    )

    public static let rules: Rules<Self> = [.day(\.date), .range(\.ml, range)]

    public var date: DayReference
    public var id: WaterAdditionID
    public var ml: Int

    public init(date: DayReference, id: WaterAdditionID, ml: Int) {
        self.date = date
        self.id = id
        self.ml = ml
    }
}

/// Removes an addition of water from a day.
///
/// It succeeds whenever it is repeated, and before the addition has arrived, too: the addition is then refused.
public struct DiaryWaterRemove: Contract {
    public typealias Reply = DayExtras

    public static let method = Method("diary.water.remove", of: .diary, .keyedWrite, .user).route(
        .delete,
        "/v1/diary/days/{date}/water/{id}",
        "Removes an addition of water, and refuses a later addition under its id.",
        scope: .diaryWrite,
        errors: [.invalid, .notFound]
    )

    public static let rules: Rules<Self> = [.day(\.date)]

    public var date: DayReference
    public var id: WaterAdditionID

    public init(date: DayReference, id: WaterAdditionID) {
        self.date = date
        self.id = id
    }
}

extension API {
    /// The contracts of this file.
    static let waterAdditions: [any Contract.Type] = [DiaryWaterAdd.self, DiaryWaterRemove.self]
}
