import Calendar
import Contracts
import FoundationEssentials

/// Validates the fields of a measurement.
enum MeasurementRules {
    /// Length of a source: the name of a device or program.
    static let sourceLength = 1...64
    /// Length of an external id: a UUID, or a longer id of some platforms.
    static let externalIdLength = 1...128
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
        let momentMs = checker.requireTime(request.at, "at", now: now)
        try checker.finish()
        return momentMs ?? Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
    }
}
