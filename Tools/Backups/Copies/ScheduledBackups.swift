package import FoundationEssentials
import Glibc

/// Makes backups by a schedule until the process is asked to stop, even if single backups fail.
package struct ScheduledBackups {
    /// The interval of checks for a stop request, in microseconds, in case no signal interrupts the sleep.
    private static let pollMicroseconds: UInt32 = 1_000_000

    package let schedule: BackupSchedule
    /// The directory that is searched for earlier backups.
    package let directory: BackupDirectory
    /// The data directory of the stack.
    package let data: String

    package init(schedule: BackupSchedule, directory: BackupDirectory, data: String) {
        self.schedule = schedule
        self.directory = directory
        self.data = data
    }

    /// Runs until the process is asked to stop.
    ///
    /// - Parameters:
    ///   - make: Makes one backup and reports it.
    ///   - fail: Reports a failed backup.
    package func run(_ make: () throws -> Void, failing fail: (any Error) -> Void) {
        var failed: Date?
        do {
            while true {
                try wait(until: schedule.due(after: newest(), failedAt: failed, now: Date()))
                do {
                    try make()
                    failed = nil
                } catch let error where !(error is StopRequest.Stopped) {
                    fail(error)
                    failed = Date()
                }
            }
        } catch {
            // A stop request ends the loop normally.
        }
    }

    private func newest() -> Date? {
        // A directory that does not exist yet contains no backups. If it cannot be read, a backup is due at once, which
        // fails and reports the reason.
        let backups = (try? directory.backups()) ?? []
        return backups.last { $0.summary.data == data }?.name.time
    }

    private func wait(until due: Date) throws {
        while Date() < due {
            try StopRequest.check()
            usleep(Self.pollMicroseconds)
        }
        try StopRequest.check()
    }
}

/// Computes when the next regular backup is due.
package struct BackupSchedule: Sendable {
    package static let hours = 1...720
    private static let secondsPerHour = 3_600.0
    /// The pause after a failure: by then the cause may be gone, and retries do not keep the disk busy.
    package static let retryS = 1_800.0

    private let intervalS: Double

    /// - Parameter hours: The interval between the starts of two backups.
    package init(hours: Int) { intervalS = Double(hours) * Self.secondsPerHour }

    /// Returns when the next backup is due.
    ///
    /// - Parameters:
    ///   - newest: When the newest backup was started; nil if there is none.
    ///   - failed: When the last attempt failed; nil after a success.
    ///   - now: The current time. A newest backup in the future, made before the clock was set back, does not count.
    /// - Returns: The time, possibly in the past.
    package func due(after newest: Date?, failedAt failed: Date? = nil, now: Date) -> Date {
        let regular = newest.flatMap { $0 <= now ? $0.addingTimeInterval(intervalS) : nil } ?? now
        guard let failed, failed <= now else { return regular }
        return max(regular, failed.addingTimeInterval(min(Self.retryS, intervalS)))
    }
}
