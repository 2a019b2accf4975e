package import FoundationEssentials

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
