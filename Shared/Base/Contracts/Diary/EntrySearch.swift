public import JSONCoding

/// Finds the caller's entries by words of their names, newest day first.
///
/// Case and accents do not matter, and a word may be the part of another: "cafe" finds "Iced Café".
public struct DiaryEntriesSearch: Contract {
    public struct Reply: Codable, Sendable, Equatable {
        public var items: [DiaryEntry]
        /// The cursor of the next page; null after the oldest entry.
        ///
        /// A page may have fewer items than the limit, and none, before the oldest entry was reached.
        @Nullable public var nextCursor: String?

        public init(items: [DiaryEntry], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public static let limits = 1...100
    public static let limitDefault = 20
    /// Maximum number of entries that one request looks at, so that it takes milliseconds: three years of most users.
    public static let scannedMax = 10_000

    public static let method = Method("diary.entries.search", of: .diary, .read, .user).route(
        .get,
        "/v1/diary/entries",
        "Finds entries by words of their names, newest day first.",
        scope: .diaryRead
    )

    public static let rules: Rules<Self> = [
        .length(\.q, EntryLimits.nameLength),
        .entryText(\.q),
        .range(\.limit, limits),
        .numberedCursor(\.cursor),
    ]

    /// Words that the name must contain, in any order.
    public var q: String
    public var limit: Int?
    public var cursor: String?

    public init(q: String, limit: Int? = nil, cursor: String? = nil) {
        self.q = q
        self.limit = limit
        self.cursor = cursor
    }
}

extension API {
    /// The contracts of this file.
    static let entrySearch: [any Contract.Type] = [DiaryEntriesSearch.self]
}
