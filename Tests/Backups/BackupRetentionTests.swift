import Backups
import Foundation
import SeededRandom
import TestSupport
import Testing

struct BackupRetentionTests {
    /// A Monday.
    private static let monday = Date(timeIntervalSince1970: 1_795_392_000)
    private static let hour = 3_600.0
    private static let day = 86_400.0

    private static func name(_ seconds: Double) -> BackupName { BackupName(monday.addingTimeInterval(seconds)) }

    @Test func `the backup that was just made stays even if the clock was set back`() {
        let backups = (0..<3).map { Self.name(Double($0) * Self.day) }
        #expect(BackupRetention(newest: 1).removals(among: backups, sparing: backups[0]) == [backups[1]])
    }

    @Test func `without a rule no backup is removed`() {
        #expect(BackupRetention().removals(among: (0..<9).map { Self.name(Double($0) * Self.day) }).isEmpty)
    }

    @Test func `the newest backups stay, and removals are sorted oldest first`() {
        let backups = (0..<5).map { Self.name(Double($0) * Self.hour) }
        #expect(BackupRetention(newest: 2).removals(among: backups.reversed()) == Array(backups.prefix(3)))
        #expect(BackupRetention(newest: 9).removals(among: backups).isEmpty)
    }

    @Test func `the newest backup of each recent day stays, and days without backups do not count`() {
        // Two on Monday, one on Tuesday, two on Friday.
        let hours: [Double] = [1, 5, 27, 97, 116]
        let backups = hours.map { Self.name($0 * Self.hour) }
        #expect(BackupRetention(daily: 2).removals(among: backups) == [backups[0], backups[1], backups[3]])
        #expect(BackupRetention(daily: 3).removals(among: backups) == [backups[0], backups[3]])
    }

    @Test func `weeks begin on Monday in UTC`() {
        // Sunday's last second, and Monday's first one.
        let backups = [Self.name(-1), Self.name(0), Self.name(6 * Self.day), Self.name(7 * Self.day)]
        #expect(BackupRetention(weekly: 3).removals(among: backups) == [backups[1]])
        #expect(BackupRetention(weekly: 1).removals(among: backups) == Array(backups.prefix(3)))
    }

    @Test func `a backup that any rule retains stays, and the newest always does`() {
        let backups = (0..<60).map { Self.name(Double($0) * Self.day) }
        let removed = Set(BackupRetention(daily: 7, weekly: 4).removals(among: backups))
        let retained = backups.filter { !removed.contains($0) }
        #expect(retained.suffix(7) == backups.suffix(7))
        #expect(retained.count == 7 + 2)
        #expect(!BackupRetention(newest: 1).removals(among: backups).contains(backups[59]))
    }

    @Test func `the daily rule retains the expected backups among years of random ones`() {
        var generator = SeededGenerator(seed: testSeed("RETENTION"))
        for _ in 0..<200 {
            let backups = (0..<Int.random(in: 1...60, using: &generator)).map { _ in
                Self.name(Double(Int.random(in: 0..<100_000_000, using: &generator)))
            }.sorted()
            let daily = Int.random(in: 1...10, using: &generator)
            let removed = BackupRetention(daily: daily).removals(among: backups)
            let retained = backups.filter { !removed.contains($0) }
            let days = Set(backups.map { $0.text.prefix(10) }).sorted().suffix(daily)
            #expect(retained.map { $0.text.prefix(10) } == Array(days))
            #expect(retained.last == backups.last)
        }
    }
}

struct BackupNameTests {
    @Test func `a name contains its time, sorts by it, and parses to an equal name`() throws {
        let first = BackupName(Date(timeIntervalSince1970: 1_795_312_988.125))
        #expect(first.text == "2026-11-22T02-03-08.125Z")
        for offset in stride(from: 0.0, to: 3, by: 0.0137) {
            let name = BackupName(Date(timeIntervalSince1970: 1_795_312_988.2 + offset))
            let read = try #require(BackupName(name.text))
            #expect(read == name && first < name)
            #expect(abs(read.time.timeIntervalSince(name.time)) < 0.002)
        }
    }

    @Test(arguments: [
        "", "list", "2026-11-22", "2026-11-22T02-03-08.123Z.partial", "2026-13-22T02-03-08.123Z",
        "x026-11-22T02-03-08.123Z",
        "2026-11-22T02:03:08.123Z",
    ])
    func `other texts are not names of backups`(text: String) {
        #expect(BackupName(text) == nil)
    }

    @Test func `leftovers of interrupted backups are recognized by their suffix`() {
        #expect(BackupName.isLeftOver("2026-11-22T02-03-08.123Z.partial"))
        #expect(BackupName.isLeftOver("2026-11-22T02-03-08.123Z.removing"))
        #expect(!BackupName.isLeftOver("2026-11-22T02-03-08.123Z"))
        #expect(!BackupName.isLeftOver("mine.partial"))
    }
}

@Suite struct BackupScheduleTests {
    private let schedule = BackupSchedule(hours: 24)
    private let now = Date(timeIntervalSince1970: 1_000_000_000)
    private let hour = 3_600.0

    @Test func `the first backup is due at once, and the next one a day after the newest`() {
        #expect(schedule.due(after: nil, now: now) == now)
        #expect(schedule.due(after: now - 10 * hour, now: now) == now + 14 * hour)
        #expect(schedule.due(after: now - 30 * hour, now: now) == now - 6 * hour)
    }

    @Test func `a newest backup in the future causes no wait`() {
        #expect(schedule.due(after: now + hour, now: now) == now)
    }

    @Test func `a failed backup is retried after a pause, and not before the next one is due`() {
        let retried = now + BackupSchedule.retryS
        #expect(schedule.due(after: nil, failedAt: now, now: now) == retried)
        #expect(schedule.due(after: now - 30 * hour, failedAt: now, now: now) == retried)
        #expect(schedule.due(after: now - hour, failedAt: now, now: now) == now + 23 * hour)
        #expect(schedule.due(after: nil, failedAt: now + hour, now: now) == now)
    }
}
