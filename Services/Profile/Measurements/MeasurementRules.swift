import Calendar
import Contracts
import FoundationEssentials

/// The rules of a measurement that need the clock or stored ones.
enum MeasurementRules {
    /// Maximum number of measurements of one kind on one day.
    static let maximumPerDay = ServerLimit.measurementsOfDay.value

    /// Returns the time of a measurement.
    ///
    /// - Parameters:
    ///   - request: The measurement, which satisfies the rules of its contract.
    ///   - now: The wall clock; the time of a measurement without one.
    /// - Returns: Milliseconds since 1970.
    /// - Throws: `invalid` for a time before 1900 or in the future.
    static func momentMs(of request: ProfileMeasurementsAdd, now: Date) throws(ServiceError) -> Int {
        var checker = RuleChecker()
        let momentMs = checker.requireTime(request.at, "at", now: now)
        try checker.finish()
        return momentMs ?? Int((now.timeIntervalSince1970 * 1_000).rounded(.down))
    }
}
