import Contracts

/// A device's own copy of a diary, which it brings up to date by what it missed.
struct Replica {
    /// Little, so that there are many pages.
    private static let pageLimit = 50

    private(set) var entries: [EntryID: DiaryEntry] = [:]
    private(set) var drunk: [PlainDate: DayExtras] = [:]
    private(set) var wasReset = false
    private var cursor: String?

    /// Asks for changes until there are no more.
    mutating func catchUp(_ ask: (String) async throws -> HTTPClient.Answer) async throws {
        var isMore = true
        while isMore {
            let since = cursor.map { "&since=\($0)" } ?? ""
            let page = try await ask("/v1/diary/changes?limit=\(Self.pageLimit)\(since)").decode(
                DiaryChanges.Reply.self
            )
            if page.reset, cursor != nil {
                self = Replica()
                wasReset = true
            }
            for entry in page.items { entries[entry.id] = entry }
            for id in page.deleted { entries[id] = nil }
            for day in page.days { drunk[day.date] = day }
            (cursor, isMore) = (page.cursor, page.isMore)
        }
    }
}
