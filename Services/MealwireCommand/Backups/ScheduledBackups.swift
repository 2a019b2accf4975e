import FoundationEssentials
import Glibc

/// Makes backups by a schedule until the process is asked to stop, even if single backups fail.
struct ScheduledBackups {
    /// The interval of checks for a stop request, in microseconds, in case no signal interrupts the sleep.
    private static let pollMicroseconds: UInt32 = 1_000_000

    let schedule: BackupSchedule
    /// The directory that is searched for earlier backups.
    let directory: BackupDirectory
    /// The data directory of the stack.
    let data: String

    /// Runs until the process is asked to stop.
    ///
    /// - Parameters:
    ///   - make: Makes one backup and reports it.
    ///   - fail: Reports a failed backup.
    func run(_ make: () throws -> Void, failing fail: (any Error) -> Void) {
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
        // A directory that does not exist yet contains no backups.
        let backups = (try? directory.backups()) ?? []
        return backups.last { $0.manifest.data == data }?.name.time
    }

    private func wait(until due: Date) throws {
        while Date() < due {
            try StopRequest.check()
            usleep(Self.pollMicroseconds)
        }
        try StopRequest.check()
    }
}
