import Contracts
import Foundation

/// A moment, and the date in a time zone with a start of the day.
struct DayBoundary: Sendable {
    let zone: String
    let startHour: Int
    let utc: String
    let today: String

    func now() throws -> Date { try Date(utc, strategy: .iso8601) }
}
