import FoundationEssentials

/// The rules by which backups are retained: the newest ones, and the newest of recent days and weeks, in UTC.
///
/// Days and weeks without a backup do not count.
package struct BackupRetention: Sendable, Equatable {
    /// 1 January 1970 was a Thursday, and weeks begin on Mondays.
    private static let daysBeforeFirstMonday = 3
    private static let secondsPerDay = 86_400.0

    package var newest: Int?
    package var daily: Int?
    package var weekly: Int?

    package init(newest: Int? = nil, daily: Int? = nil, weekly: Int? = nil) {
        self.newest = newest
        self.daily = daily
        self.weekly = weekly
    }

    /// Returns the backups to remove, oldest first: none without a rule, and never the newest one.
    ///
    /// - Parameters:
    ///   - backups: The backups of one stack.
    ///   - made: The backup that was just made, which stays even if the clock was set back.
    /// - Returns: The backups to remove.
    package func removals(among backups: [BackupName], sparing made: BackupName? = nil) -> [BackupName] {
        guard newest != nil || daily != nil || weekly != nil else { return [] }
        let backups = backups.sorted(by: >)
        var retained = Set(backups.prefix(max(1, newest ?? 1)))
        retained.formUnion(Self.newestOfEach(Self.day, backups, daily ?? 0))
        retained.formUnion(Self.newestOfEach({ Self.week(ofDay: Self.day($0)) }, backups, weekly ?? 0))
        if let made { retained.insert(made) }
        return backups.filter { !retained.contains($0) }.reversed()
    }

    /// Returns the newest backup of each of the last periods with any; the input must be sorted newest first.
    private static func newestOfEach(_ period: (BackupName) -> Int, _ backups: [BackupName], _ count: Int)
        -> [BackupName]
    {
        var (found, last) = ([BackupName](), Int?.none)
        for backup in backups where period(backup) != last {
            guard found.count < count else { break }
            found.append(backup)
            last = period(backup)
        }
        return found
    }

    private static func day(_ backup: BackupName) -> Int {
        Int((backup.time.timeIntervalSince1970 / secondsPerDay).rounded(.down))
    }

    private static func week(ofDay day: Int) -> Int { (day + daysBeforeFirstMonday) / 7 }
}
