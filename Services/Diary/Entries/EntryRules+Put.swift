import Contracts
import FoundationEssentials

extension EntryRules {
    /// How far a client's clock may be ahead, in milliseconds.
    static let clockSkewMs = 5 * 60 * 1_000
    /// The earliest time of an entry, in milliseconds since 1970: the start of 1900, as for days.
    static let firstMs = -2_208_988_800_000

    /// Checks the fields of a request and returns the requested amount and time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The wall clock.
    /// - Returns: The amount. The time in milliseconds since 1970, if the request names one.
    /// - Throws: `invalid` with every error of the request.
    static func requestedAmountAndTime(
        of request: DiaryEntriesPut,
        now: Date
    ) throws(ServiceError) -> (amount: RequestedAmount, atMs: Int?) {
        var checker = RuleChecker()
        check(position: request.position, &checker)
        checker.require(
            request.ifVersion == nil || request.overwrites != true,
            "overwrites",
            .notAllowed,
            "Give the version to replace or set overwrites, not both."
        )
        let atMs = momentMs(request.at, now: now, &checker)
        return (try requestedAmount(request.amount, on: request.date, &checker), atMs)
    }

    /// Checks a position within a meal.
    ///
    /// It has no upper bound, because a position beyond the end means the end.
    static func check(position: Int?, _ checker: inout RuleChecker) {
        guard let position else { return }
        checker.require(position >= 0, "position", .outOfRange, "position must be 0 or more.", ["min": "0"])
    }

    /// Returns the time of the entry in milliseconds since 1970, if the request names one.
    private static func momentMs(_ text: String?, now: Date, _ checker: inout RuleChecker) -> Int? {
        guard let text else { return nil }
        guard let momentMs = TimestampReader.milliseconds(text) else {
            checker.require(
                false,
                "at",
                .wrongFormat,
                "at must be a time in RFC 3339 format, such as 2026-03-10T07:30:00Z."
            )
            return nil
        }
        let nowMs = Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
        checker.require(
            (firstMs...nowMs + clockSkewMs).contains(momentMs),
            "at",
            .outOfRange,
            "at must be in 1900 or later, and not in the future."
        )
        return momentMs
    }
}
