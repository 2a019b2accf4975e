public import JSONCoding

/// Returns the diary's part of the first screen; the gateway adds the profile and returns ``Start``.
public struct DiaryStart: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        /// Today.
        public var day: DiaryDay
        /// Today's target; null without one.
        @Nullable public var target: DayTarget?
        /// The foods that were logged last, each with the amount that was logged last.
        public var recents: [RecentFood]
        public var cart: Cart
        public var waiting: StartWaiting
        /// The cursor for ``DiaryChanges`` after all changes that this reply contains.
        public var cursor: String

        public init(
            day: DiaryDay,
            target: DayTarget?,
            recents: [RecentFood],
            cart: Cart,
            waiting: StartWaiting,
            cursor: String
        ) {
            self.day = day
            self.target = target
            self.recents = recents
            self.cart = cart
            self.waiting = waiting
            self.cursor = cursor
        }
    }

    /// Maximum number of recent foods: a list that a phone shows without a request while a person types.
    public static let recentsMax = 50
    /// The time-out, in milliseconds: a screen waits no longer and shows what has arrived.
    public static let timeoutMs = 2_000

    public static let method = Method("diary.start", of: .diary, .read, .user, timeoutMs: timeoutMs)

    public init() {}
}

/// What waits for a decision of the user.
public struct StartWaiting: Codable, Sendable, Equatable {
    /// A file that was previewed and not applied completely; null if there is none.
    @Nullable public var importId: ImportID?
    /// The newest menu, if it was not applied and has days from today on; null otherwise.
    @Nullable public var planId: PlanID?

    public init(importId: ImportID?, planId: PlanID?) {
        self.importId = importId
        self.planId = planId
    }
}

/// All that an app shows first, in one answer.
///
/// A part is null if its service did not answer, and ``unavailable`` names the service. The others are complete.
public struct Start: Codable, Sendable, Equatable {
    @Nullable public var day: DiaryDay?
    /// Today's target; null without one, too.
    @Nullable public var target: DayTarget?
    @Nullable public var recents: [RecentFood]?
    @Nullable public var cart: Cart?
    @Nullable public var waiting: StartWaiting?
    /// The cursor for `GET /v1/diary/changes` after all changes that this answer contains.
    @Nullable public var cursor: String?
    @Nullable public var profile: Profile?
    /// The services of missing parts: `diary`, `profile`.
    public var unavailable: [String]

    public init(diary: DiaryStart.Reply?, profile: Profile?, unavailable: [String]) {
        self.day = diary?.day
        self.target = diary?.target
        self.recents = diary?.recents
        self.cart = diary?.cart
        self.waiting = diary?.waiting
        self.cursor = diary?.cursor
        self.profile = profile
        self.unavailable = unavailable
    }
}

extension API {
    /// The contracts of this file.
    static let start: [any Contract.Type] = [DiaryStart.self]
}
