package import Calendar
package import Contracts

/// A range of days, both ends included.
package struct DaySpan: Sendable, Equatable {
    package let from: PlainDate
    package let to: PlainDate

    package init(from: PlainDate, to: PlainDate) {
        self.from = from
        self.to = to
    }

    /// The number of days.
    package var count: Int { from.distance(to: to) + 1 }

    /// Returns the span of a request; by default it ends today and has `daysDefault` days.
    ///
    /// - Throws: `invalid` if it ends before it begins or is too long.
    package static func resolve(
        from: DayReference?,
        to: DayReference?,
        today: PlainDate,
        daysDefault: Int,
        daysMax: Int
    ) throws(ServiceError) -> DaySpan {
        let last = to?.date(today: today) ?? today
        let first = from?.date(today: today) ?? last.advanced(by: 1 - daysDefault)
        var checker = RuleChecker()
        // The error names the field that the client sent.
        let field = to == nil ? "from" : "to"
        checker.require(first <= last, field, .outOfRange, "from must not be after to.")
        checker.require(
            first.distance(to: last) < daysMax,
            field,
            .outOfRange,
            "from and to may be \(daysMax) days at most, both included.",
            ["max": "\(daysMax)"]
        )
        try checker.finish()
        return DaySpan(from: first, to: last)
    }
}
