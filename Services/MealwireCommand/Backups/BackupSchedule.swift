package import FoundationEssentials

/// When the next of regular backups is due.
package struct BackupSchedule: Sendable {
    package static let hours = 1...720
    private static let secondsPerHour = 3_600.0
    /// After one that failed: whatever is wrong may be mended by then, and nobody's disk is kept busy by trying.
    package static let retryS = 1_800.0

    private let intervalS: Double

    /// - Parameter hours: Between the beginnings of two.
    package init(hours: Int) { intervalS = Double(hours) * Self.secondsPerHour }

    /// When it is due.
    ///
    /// - Parameters:
    ///   - newest: When the newest backup was begun; nil if there is none.
    ///   - failed: When the last attempt failed, if none has come of it since.
    ///   - now: The present. A newest backup of the future, from before a clock was put back, does not count.
    /// - Returns: The time, which may have passed.
    package func due(after newest: Date?, failedAt failed: Date? = nil, now: Date) -> Date {
        let regular = newest.flatMap { $0 <= now ? $0.addingTimeInterval(intervalS) : nil } ?? now
        guard let failed, failed <= now else { return regular }
        return max(regular, failed.addingTimeInterval(min(Self.retryS, intervalS)))
    }
}
