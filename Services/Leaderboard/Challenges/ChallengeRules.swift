import Contracts

/// When challenges are, and when they end.
enum ChallengeRules {
    private static let (hourS, dayS) = (3_600, 86_400)
    /// By how much a day ends later than in UTC where it ends last: zones reach to −12 hours, and a day may begin up to 23
    /// hours late.
    private static let latestEndS = (12 + 23) * hourS
    /// For how long what was logged without a connection may still arrive.
    static let graceS = 2 * dayS

    /// The days that a request names.
    ///
    /// - Parameters:
    ///   - request: The challenge.
    ///   - today: The caller's.
    /// - Returns: From the first day to the last one.
    /// - Throws: `invalid` for one that begins in the past or too far ahead, or is too long.
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

    /// When the result of a challenge is taken, in seconds since 1970.
    static func finalAt(lastDay: PlainDate) -> Int {
        (lastDay.dayNumber + 1) * dayS + latestEndS + graceS
    }
}
