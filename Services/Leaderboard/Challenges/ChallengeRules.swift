import Calendar
import Contracts

/// Validates the dates of a challenge and computes when its result is final.
enum ChallengeRules {
    private static let (secondsPerHour, secondsPerDay) = (3_600, 86_400)
    /// How much later than in UTC a day ends at the latest, in seconds.
    ///
    /// Zones reach −12 hours, and a user's day may start up to 23 hours late.
    private static let latestDayEndSeconds = (12 + 23) * secondsPerHour
    /// Time after the end during which entries logged offline may still arrive, in seconds.
    static let gracePeriodSeconds = 2 * secondsPerDay

    /// Validates and returns the days of a request.
    ///
    /// - Parameters:
    ///   - request: The challenge to create.
    ///   - today: Today in the caller's own calendar.
    /// - Returns: The first day to the last day.
    /// - Throws: `invalid` for a challenge that begins in the past or too far ahead, or has too few or too many days.
    static func span(
        of request: LeaderboardChallengesAdd,
        today: PlainDate
    ) throws(ServiceError) -> ClosedRange<PlainDate> {
        let (from, to) = (request.from.date(today: today), request.to.date(today: today))
        let latest = today.advanced(by: GroupLimits.challengeAheadDaysMax)
        var rules = RuleChecker()
        rules.require(
            (today...latest).contains(from),
            "from",
            .outOfRange,
            "from must be today or a later day, \(latest) at the latest.",
            ["min": "\(today)", "max": "\(latest)"]
        )
        let days = GroupLimits.challengeDays
        rules.require(
            days.contains(from.distance(to: to) + 1),
            "to",
            .outOfRange,
            "A challenge must have \(days.lowerBound) to \(days.upperBound) days, both ends included.",
            ["min": "\(days.lowerBound)", "max": "\(days.upperBound)"]
        )
        try rules.finish()
        return from...to
    }

    /// Returns when the result of a challenge becomes final, in seconds since 1970.
    static func finalAt(lastDay: PlainDate) -> Int {
        (lastDay.dayNumber + 1) * secondsPerDay + latestDayEndSeconds + gracePeriodSeconds
    }
}
