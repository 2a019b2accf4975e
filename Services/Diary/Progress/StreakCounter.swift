package import Calendar
package import Contracts

/// Counts consecutive days up to a last one, from days that come newest first.
///
/// A last day that does not count does not end a streak, because it may not be over. It does if the user has marked it
/// as complete.
package struct StreakCounter: Sendable {
    /// The divisor of the target that gives the tolerance of a day on target: 10 %.
    private static let onTargetPart = 10.0

    /// One streak, followed backwards.
    private struct Streak: Sendable {
        let last: PlainDate
        let isLastOver: Bool
        /// The next day that belongs to the streak; the last day until a day has been added.
        var next: PlainDate
        var length = 0
        var isOpen = true

        init(endingOn last: PlainDate, isOver: Bool) {
            self.last = last
            isLastOver = isOver
            next = last
        }

        mutating func add(_ date: PlainDate, counts: Bool) {
            let isDue = date == next || (!isLastOver && next == last && date == last.advanced(by: -1))
            if isDue && counts {
                length += 1
                next = date.advanced(by: -1)
            } else if date == last, !isLastOver {
                next = date.advanced(by: -1)
            } else {
                isOpen = false
            }
        }
    }

    private var logged: Streak
    private var onTarget: Streak

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - last: The last day.
    ///   - isOver: Whether the last day has entries and is marked as complete.
    package init(endingOn last: PlainDate, isOver: Bool = false) {
        logged = Streak(endingOn: last, isOver: isOver)
        onTarget = Streak(endingOn: last, isOver: isOver)
    }

    package var streaks: Progress.Streaks {
        Progress.Streaks(logged: logged.length, onTarget: onTarget.length)
    }

    /// Adds the next older day with entries.
    ///
    /// - Parameters:
    ///   - date: The day, not after the last one and before all added days.
    ///   - kcal: The intake.
    ///   - targetKcal: Returns the day's target; called only while the target matters.
    /// - Returns: Whether an older day can still change a streak.
    /// - Throws: What the closure throws.
    package mutating func add(
        _ date: PlainDate,
        kcal: Double,
        targetKcal: (PlainDate) throws -> Int?
    ) rethrows -> Bool {
        if logged.isOpen { logged.add(date, counts: true) }
        if onTarget.isOpen {
            let target = try targetKcal(date)
            onTarget.add(date, counts: target.map { Self.isOnTarget(kcal, $0) } ?? false)
        }
        return logged.isOpen || onTarget.isOpen
    }

    private static func isOnTarget(_ kcal: Double, _ target: Int) -> Bool {
        abs(kcal - Double(target)).inHundredths * onTargetPart <= Double(target)
    }
}
