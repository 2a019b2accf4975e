import Contracts
import FoundationEssentials

extension EntryRules {
    /// How far a client's clock may be ahead, in milliseconds.
    static let clockSkewMs = 5 * 60 * 1_000
    /// The first moment at which something can have been eaten: 1900, as for days.
    static let firstMs = -2_208_988_800_000

    /// What an entry is to be, after its fields have been looked at.
    ///
    /// - Parameters:
    ///   - request: The entry.
    ///   - now: The wall clock.
    /// - Returns: What was eaten; when, if the request says it, in milliseconds since 1970.
    /// - Throws: `invalid`, which names everything that is wrong.
    static func wanted(
        of request: DiaryEntriesPut,
        now: Date
    ) throws(ServiceError) -> (amount: WantedAmount, atMs: Int?) {
        var checker = RuleChecker()
        check(position: request.position, &checker)
        checker.require(
            request.ifVersion == nil || request.overwrites != true,
            "overwrites",
            .notAllowed,
            "Name the version that you replace, or overwrite any; not both."
        )
        let atMs = momentMs(request.at, now: now, &checker)
        return (try wantedAmount(request.amount, on: request.date, &checker), atMs)
    }

    /// A place within a meal; there is no largest, since whatever is beyond the end is the end.
    static func check(position: Int?, _ checker: inout RuleChecker) {
        guard let position else { return }
        checker.require(position >= 0, "position", .outOfRange, "position must be 0 or more.", ["min": "0"])
    }

    /// When something was eaten, where it is told.
    private static func momentMs(_ text: String?, now: Date, _ checker: inout RuleChecker) -> Int? {
        guard let text else { return nil }
        guard let momentMs = TimestampReader.milliseconds(text) else {
            checker.require(
                false,
                "at",
                .wrongFormat,
                "at must be a time as RFC 3339 has it, such as 2026-03-10T07:30:00Z."
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
