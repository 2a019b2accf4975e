import Contracts
import Foundation

/// A moment, and which day it is then for somebody.
struct DayBoundary: Sendable {
    let zone: String
    let startHour: Int
    let utc: String
    let today: String

    func now() throws -> Date { try Date(utc, strategy: .iso8601) }
}
