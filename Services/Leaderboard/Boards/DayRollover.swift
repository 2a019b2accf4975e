import Calendar
import FoundationEssentials
import ServiceKit
package import Storage
import Synchronization

/// Recomputes scores that change when a day ends, without an event.
///
/// These are the scores of all users with recently logged days, because adherence changes at each midnight.
package struct DayRollover: Sendable {
    /// Interval between day rollovers; a read may trigger one earlier.
    static let interval = Duration.seconds(15)
    /// Maximum number of users per transaction; few enough that other writes do not wait noticeably.
    private static let maximumUsersPerTransaction = 50
    /// Maximum number of due users for which a read waits.
    ///
    /// With more, the read returns scores of the day before.
    private static let maximumUsersPerRead = 200
    private static let secondsPerMinute = 60.0

    /// Users with the same start of day and the same due day.
    private struct Slot: Sendable {
        let dueDay: Int
        let timeZone: String
        let dayStartHour: Int

        var values: [SQLValue?] { [dueDay, timeZone, dayStartHour] }
    }

    /// The last minute that was checked for due users.
    private final class LastCheck: Sendable {
        let minute = Mutex<Int?>(nil)
    }

    private let store: Store
    private let boards: Boards
    private let lastCheck = LastCheck()

    package init(store: Store, boards: Boards) {
        self.store = store
        self.boards = boards
    }

    /// Recomputes the scores of all due users, however many.
    package func run() async throws {
        let now = boards.now()
        for slot in try await store.readAtLength({ try Self.dueSlots(now, $0) }) {
            try await updateScores(of: slot, now)
        }
        lastCheck.minute.withLock { $0 = Self.minute(now) }
    }

    /// Recomputes the scores of due users if they are few.
    ///
    /// Days begin at a full minute, so one check per minute suffices.
    package func runBeforeRead() async throws {
        let now = boards.now()
        let minute = Self.minute(now)
        guard lastCheck.minute.withLock({ $0 != minute }) else { return }
        let slots = try await store.read { reader in
            let slots = try Self.dueSlots(now, reader)
            return try Self.areFew(slots, reader) ? slots : []
        }
        for slot in slots { try await updateScores(of: slot, now) }
        lastCheck.minute.withLock { $0 = minute }
    }

    private static func minute(_ now: Date) -> Int {
        Int((now.timeIntervalSince1970 / secondsPerMinute).rounded(.down))
    }

    private func updateScores(of slot: Slot, _ now: Date) async throws {
        let boards = boards
        var count = Self.maximumUsersPerTransaction
        while count == Self.maximumUsersPerTransaction {
            // Repeated if a power cut loses it, since the next due day is written in the same transaction.
            count = try await store.write(durability: .replayable) { transaction in
                let people = try transaction.rows(
                    "SELECT user_id FROM person WHERE due_day = ? AND time_zone = ? AND day_start_hour = ? LIMIT ?",
                    slot.values + [Self.maximumUsersPerTransaction]
                ).map { try $0.user() }
                try boards.updateScores(of: people, at: now, transaction)
                return people.count
            }
        }
    }

    /// Returns the due slots.
    ///
    /// Reads the first row of each slot only.
    private static func dueSlots(_ now: Date, _ reader: SQLReader) throws -> [Slot] {
        var clock = DayClock(now: now)
        let latest = clock.latestToday().dayNumber
        var (slots, last): ([Slot], Slot) = ([], Slot(dueDay: -1, timeZone: "", dayStartHour: 0))
        while let slot = try slot(behind: last, reader), slot.dueDay <= latest {
            if slot.dueDay <= clock.today(slot.timeZone, slot.dayStartHour).dayNumber { slots.append(slot) }
            last = slot
        }
        return slots
    }

    /// Returns the number of due users.
    static func dueCount(_ now: Date, _ reader: SQLReader) throws -> Int {
        try dueSlots(now, reader).reduce(0) { try $0 + count(of: $1, upTo: nil, reader) }
    }

    private static func slot(behind slot: Slot, _ reader: SQLReader) throws -> Slot? {
        try reader.row(
            """
            SELECT due_day, time_zone, day_start_hour FROM person
            WHERE due_day IS NOT NULL AND (due_day, time_zone, day_start_hour) > (?, ?, ?)
            ORDER BY due_day, time_zone, day_start_hour LIMIT 1
            """,
            slot.values
        ).map { row in
            Slot(
                dueDay: try row.value("due_day"),
                timeZone: try row.value("time_zone"),
                dayStartHour: try row.value("day_start_hour")
            )
        }
    }

    private static func areFew(_ slots: [Slot], _ reader: SQLReader) throws -> Bool {
        var people = 0
        for slot in slots where people <= maximumUsersPerRead {
            people += try count(of: slot, upTo: maximumUsersPerRead + 1, reader)
        }
        return people <= maximumUsersPerRead
    }

    private static func count(of slot: Slot, upTo limit: Int?, _ reader: SQLReader) throws -> Int {
        try reader.scalar(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM person WHERE due_day = ? AND time_zone = ? AND day_start_hour = ? LIMIT ?
            ) AS selected
            """,
            slot.values + [limit ?? .max]
        ) ?? 0
    }
}

/// Returns each user's own today; caches the result per time zone, because zone look-ups are slow.
struct DayClock {
    private struct Start: Hashable {
        let timeZone: String
        let hour: Int
    }

    /// Maximum number of days by which a user's own today is ahead of UTC: zones reach +14 hours.
    static let maximumDaysAhead = 1

    private let now: Date
    private var days: [Start: PlainDate] = [:]

    init(now: Date) {
        self.now = now
    }

    mutating func today(_ timeZone: String, _ hour: Int) -> PlainDate {
        let start = Start(timeZone: timeZone, hour: hour)
        if let day = days[start] { return day }
        let day = UserDay.today(now: now, timeZone: timeZone, dayStartHour: hour)
        days[start] = day
        return day
    }

    /// Returns the latest date that is today for any user.
    mutating func latestToday() -> PlainDate { today("UTC", 0).advanced(by: Self.maximumDaysAhead) }
}
