import Contracts
import FoodFormats

/// Parses dates of files; the order of day and month is never guessed.
struct ImportDates: Sendable {
    /// The maximum bytes of a date in a message.
    private static let bytesShownMax = 40

    let order: DateOrder?

    /// Returns the date in a field.
    ///
    /// - Parameter text: The field; a time after a space or `T` is ignored.
    /// - Returns: The date.
    /// - Throws: `RowRefusal` if it is not a date. `ServiceError` if the request must name the order of its parts.
    func date(_ text: String) throws -> PlainDate {
        let day = String(text.trimmingSpaces.prefix { $0 != " " && $0 != "T" })
        let date = try PlainDate(day) ?? parts(of: day)
        guard EntryRules.years.contains(date.components.year) else {
            throw RowRefusal("the date \(shown(day)) is outside the years of a diary")
        }
        return date
    }

    private func parts(of day: String) throws -> PlainDate {
        let parts = day.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        let isNumeric = parts.allSatisfy { part in
            (1...4).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count == 3, isNumeric else { throw RowRefusal("the date \(shown(day)) is not three numbers") }
        let numbers = parts.compactMap { Int($0) }
        let isStandard = day.utf8.count == 10 && day.utf8.count(where: { $0 == UInt8(ascii: "-") }) == 2
        guard !(isStandard && parts[0].utf8.count == 4) else { throw noDay(day) }
        let index: (year: Int, month: Int, day: Int)
        switch order {
        case nil: throw orderIsMissing(day)
        case .dayFirst: index = (2, 1, 0)
        case .monthFirst: index = (2, 0, 1)
        case .yearFirst: index = (0, 1, 2)
        }
        guard parts[index.year].utf8.count == 4 else {
            throw RowRefusal("the date \(shown(day)) has no year of four digits where the order requires it")
        }
        let date = PlainDate(year: numbers[index.year], month: numbers[index.month], day: numbers[index.day])
        guard let date else { throw noDay(day) }
        return date
    }

    private func noDay(_ text: String) -> RowRefusal { RowRefusal("the date \(shown(text)) does not exist") }

    private func orderIsMissing(_ text: String) -> ServiceError {
        ServiceError.invalid([
            FieldError(
                "dateOrder",
                .missing,
                "The file has dates such as \(shown(text)); set the order of day, month and year.",
                params: ["date": shown(text)]
            )
        ])
    }

    private func shown(_ text: String) -> String { text.beginning(bytesMax: Self.bytesShownMax) }
}
