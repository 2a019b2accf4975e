import Contracts
import FoundationEssentials

/// Validates the fields of a measurement.
enum MeasurementRules {
    /// Length of a source: the name of a device or program.
    static let sourceLength = 1...64
    /// Length of an external id: a UUID, or a longer id of some platforms.
    static let externalIdLength = 1...128
    /// Maximum time by which a client's clock may be ahead, in milliseconds.
    static let clockSkewMs = 5 * 60 * 1_000
    /// The earliest accepted time, 1900-01-01, in milliseconds since 1970.
    static let firstMs = -2_208_988_800_000
    /// Maximum number of measurements of one kind on one day: about one every three minutes.
    static let maximumPerDay = 500

    /// Validates a measurement and returns its time.
    ///
    /// - Parameters:
    ///   - request: The measurement.
    ///   - now: The wall clock; the time of a measurement without one.
    /// - Returns: Milliseconds since 1970.
    /// - Throws: `invalid` with every invalid field.
    static func momentMs(of request: ProfileMeasurementsAdd, now: Date) throws(ServiceError) -> Int {
        var checker = RuleChecker()
        checker.require(request.value, in: request.kind.range, "value")
        checker.require(request.source, length: sourceLength, "source")
        checker.require(request.externalId, length: externalIdLength, "externalId")
        checker.require(
            request.externalId == nil || request.source != nil,
            "source",
            .missing,
            "source is missing: an externalId needs a source."
        )
        let nowMs = Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
        let given = request.at.map { TimestampReader.milliseconds($0) }
        if case .some(.none) = given {
            checker.require(
                false,
                "at",
                .wrongFormat,
                "at must be an RFC 3339 time, such as 2026-03-10T07:30:00Z."
            )
        }
        let momentMs = (given ?? nowMs) ?? nowMs
        checker.require(
            (firstMs...nowMs + clockSkewMs).contains(momentMs),
            "at",
            .outOfRange,
            "at must be in 1900 or later, and not in the future."
        )
        try checker.finish()
        return momentMs
    }
}
