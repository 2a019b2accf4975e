import Calendar
import Contracts

/// A device's copy of a diary, updated from the changes since its cursor.
struct Replica {
    /// Small, for many pages.
    private static let pageLimit = 50

    private(set) var entries: [EntryID: DiaryEntry] = [:]
    private(set) var water: [PlainDate: DayExtras] = [:]
    private(set) var wasReset = false
    private var cursor: String?

    /// Requests changes until there are no more.
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
            for day in page.days { water[day.date] = day }
            (cursor, isMore) = (page.cursor, page.isMore)
        }
    }
}
