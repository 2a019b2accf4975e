package import JSONCoding

/// Returns the changes in the caller's diary since a cursor, in the order of the changes, in pages.
package struct DiaryChanges: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// New or changed entries, in their current state.
        package var items: [DiaryEntry]
        /// Removed entries.
        package var deleted: [EntryID]
        /// Days with changed water or note, in their current state.
        package var days: [DayExtras]
        /// The version of the cart, if it has changed.
        @Nullable package var cart: Int?
        /// The cursor after these changes, for the next request.
        package var cursor: String
        /// Whether more changes follow now.
        package var isMore: Bool
        /// Whether the given cursor is no longer valid.
        ///
        /// Then all changes follow from the beginning, and the client must discard its copy.
        package var reset: Bool

        package init(
            items: [DiaryEntry],
            deleted: [EntryID],
            days: [DayExtras],
            cart: Int?,
            cursor: String,
            isMore: Bool,
            reset: Bool
        ) {
            self.items = items
            self.deleted = deleted
            self.days = days
            self._cart = Nullable(wrappedValue: cart)
            self.cursor = cursor
            self.isMore = isMore
            self.reset = reset
        }
    }

    package static let limits = 1...500
    package static let limitDefault = 200
    /// Maximum size of a reply, in bytes: half of a message's limit, for users with long notes.
    package static let pageBytesMax = 512 * 1_024
    /// How long removals are remembered, in days: longer than a device is usually unused.
    package static let removalsKeptDays = 400

    package static let http: HTTPBinding? = HTTPBinding(
        .get,
        "/v1/diary/changes",
        "Returns what changed in the diary since a cursor, for clients that synchronize.",
        scope: .diaryRead,
        errors: [.invalid]
    )

    package static let method = Method("diary.changes", of: .diary, .read, .user)

    package static let rules: Rules<Self> = [.range(\.limit, limits)]

    /// The cursor of an earlier reply; nil for everything.
    package var since: String?
    package var limit: Int?

    package init(since: String? = nil, limit: Int? = nil) {
        self.since = since
        self.limit = limit
    }
}
