import Backups
import Foundation
import Testing

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
