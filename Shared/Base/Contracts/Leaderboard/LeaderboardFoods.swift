public import Calendar
public import JSONCoding

/// Lists what users that share their foods have eaten on a day, the users that logged last first.
///
/// Only users that share results and foods are listed, the caller included, and only days that
/// ``LeaderboardUser`` shows: the last seven in the calendar of each user.
public struct LeaderboardFoods: Contract {
    /// One entry, with the user that logged it.
    public struct Item: Codable, Sendable, Equatable {
        public var userId: UserID
        public var name: String
        /// The signed address of the user's image, valid for an hour or two; null without one.
        @Nullable public var imageURL: String?
        public var food: DayShared.SharedFood

        public init(userId: UserID, name: String, imageURL: String? = nil, food: DayShared.SharedFood) {
            self.userId = userId
            self.name = name
            self.imageURL = imageURL
            self.food = food
        }
    }

    public struct Reply: Codable, Sendable, Equatable {
        public var date: PlainDate
        /// The foods of one user are together, in the order of the user's day.
        public var items: [Item]
        /// The cursor of the next page; null on the last one.
        ///
        /// A page may have fewer items than the limit, and none, before the last one. A user that logs something
        /// meanwhile moves to the beginning, and is not in later pages.
        @Nullable public var nextCursor: String?

        public init(date: PlainDate, items: [Item], nextCursor: String?) {
            self.date = date
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    /// Where a page begins: `1773144000-0-` and the id of a user.
    package struct Cursor: LosslessStringConvertible, Sendable, Equatable {
        /// The time at which the user logged last, in seconds since 1970.
        package let latestAt: Int
        /// The number of the user's foods on earlier pages.
        package let offset: Int
        package let user: UserID

        package init(latestAt: Int, offset: Int, user: UserID) {
            self.latestAt = latestAt
            self.offset = offset
            self.user = user
        }

        package init?(_ text: String) {
            let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let latestAt = Int(parts[0]), let offset = Int(parts[1]),
                (0..<DayShared.foodsMax).contains(offset), let user = UserID(String(parts[2]))
            else { return nil }
            self.init(latestAt: latestAt, offset: offset, user: user)
            // Other spellings of the same numbers are no cursors.
            guard description == text else { return nil }
        }

        package var description: String { "\(latestAt)-\(offset)-\(user)" }

        /// The regular expression of cursors.
        static let pattern = "^[0-9]{1,11}-[0-9]{1,2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
    }

    public static let limits = 1...100
    public static let limitDefault = 20
    /// Maximum number of users that one request looks at, so that it takes milliseconds.
    ///
    /// It matters at the ends of a day only, when a day is shown for some time zones and not for others.
    public static let scannedMax = 1_000

    public static let method = Method("leaderboard.foods", of: .leaderboard, .read, .user).route(
        .get,
        "/v1/leaderboard/foods",
        "Lists what users that share their foods have eaten on a day.",
        scope: .leaderboardRead
    )

    public static let rules: Rules<Self> = [
        .day(\.date),
        .range(\.limit, limits),
        .pattern(\.cursor, Cursor.pattern, "{field} must be the nextCursor of a list.") { Cursor($0) != nil },
    ]

    /// One of the last seven days; today, which is the default, is the caller's.
    public var date: DayReference?
    public var limit: Int?
    public var cursor: String?

    public init(date: DayReference? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.date = date
        self.limit = limit
        self.cursor = cursor
    }
}

extension API {
    /// The contracts of this file.
    static let leaderboardFoods: [any Contract.Type] = [LeaderboardFoods.self]
}
