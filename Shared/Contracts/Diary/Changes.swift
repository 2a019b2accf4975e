/// What has changed in the caller's diary since a place in it, in the order of the changes, page by page.
package struct DiaryChanges: Contract {
    package struct Reply: Codable, Sendable, Equatable {
        /// Entries that are new or changed, as they now are.
        package var items: [DiaryEntry]
        /// Entries that are there no more.
        package var deleted: [EntryID]
        /// Days whose water or note has changed, as they now are.
        package var days: [DayExtras]
        /// The version of the cart, if that has changed.
        @Nullable package var cart: Int?
        /// The place behind these changes, from which to ask on.
        package var cursor: String
        /// Whether there is more behind it already.
        package var isMore: Bool
        /// Whether the place asked for means nothing here any more: then everything is told from the beginning, and what the
        /// client had is to be thrown away.
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
    /// Bytes of one answer, half of what a message may have, for those who write long notes.
    package static let pageBytesMax = 512 * 1_024
    /// For how long it is remembered that an entry was removed: longer than a device lies in a drawer and is taken out again.
    package static let removalsKeptDays = 400

    package static let method = Method("diary.changes", of: .diary, .read, .user)

    /// A cursor that was answered before; everything from the beginning without one.
    package var since: String?
    package var limit: Int?

    package init(since: String? = nil, limit: Int? = nil) {
        self.since = since
        self.limit = limit
    }
}
