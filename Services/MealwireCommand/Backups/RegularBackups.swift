import FoundationEssentials
import Glibc

/// Makes one backup after the other until it is told to stop, whatever becomes of each.
struct RegularBackups {
    /// How long a request to stop may wait, in microseconds, where a signal does not end the rest by itself.
    private static let lookMicroseconds: UInt32 = 1_000_000

    let schedule: BackupSchedule
    /// Where those that were made before this process are found.
    let directory: BackupDirectory
    /// Of the set.
    let data: String

    /// Returns when it was told to stop.
    ///
    /// - Parameters:
    ///   - make: Makes one and tells of it.
    ///   - fail: Tells what became of one that failed.
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
            // Being told to stop is how this ends.
        }
    }

    private func newest() -> Date? {
        // A directory that is not there yet has none.
        let backups = (try? directory.backups()) ?? []
        return backups.last { $0.manifest.data == data }?.name.time
    }

    private func wait(until due: Date) throws {
        while Date() < due {
            try StopRequest.check()
            usleep(Self.lookMicroseconds)
        }
        try StopRequest.check()
    }
}
