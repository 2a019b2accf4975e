public import JSONCoding

/// Returns the changes in the caller's diary since a cursor, in the order of the changes, in pages.
public struct DiaryChanges: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        /// New or changed entries, in their current state.
        public var items: [DiaryEntry]
        /// Removed entries.
        public var deleted: [EntryID]
        /// Days with changed water or note, in their current state.
        public var days: [DayExtras]
        /// The version of the cart, if it has changed.
        @Nullable public var cart: Int?
        /// The number of changes of plans and their shopping lists, if there were some: fetch the plans again.
        @Nullable public var plans: Int?
        /// The number of the last change of favourites, if there was one: fetch the favourites again.
        @Nullable public var favourites: Int?
        /// The cursor after these changes, for the next request.
        public var cursor: String
        /// Whether more changes follow now.
        public var isMore: Bool
        /// Whether the given cursor is no longer valid.
        ///
        /// Then all changes follow from the beginning, and the client must discard its copy.
        public var reset: Bool

        public init(
            items: [DiaryEntry],
            deleted: [EntryID],
            days: [DayExtras],
            cart: Int?,
            plans: Int? = nil,
            favourites: Int? = nil,
            cursor: String,
            isMore: Bool,
            reset: Bool
        ) {
            self.items = items
            self.deleted = deleted
            self.days = days
            self.cart = cart
            self.plans = plans
            self.favourites = favourites
            self.cursor = cursor
            self.isMore = isMore
            self.reset = reset
        }
    }

    public static let limits = 1...500
    public static let limitDefault = 200
    /// Maximum size of a reply, in bytes: half of a message's limit, for users with long notes.
    public static let pageBytesMax = 512 * 1_024
    /// How long removals are remembered, in days: longer than a device is usually unused.
    public static let removalsKeptDays = 400

    public static let method = Method("diary.changes", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/changes",
        "Returns what changed in the diary since a cursor, for clients that synchronize.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    public static let rules: Rules<Self> = [.range(\.limit, limits)]

    /// The cursor of an earlier reply; nil for everything.
    public var since: String?
    public var limit: Int?

    public init(since: String? = nil, limit: Int? = nil) {
        self.since = since
        self.limit = limit
    }
}

extension API {
    /// The contracts of this file.
    static let changes: [any Contract.Type] = [DiaryChanges.self]
}
