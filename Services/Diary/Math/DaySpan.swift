package import Contracts

/// Days from one to another, both included.
package struct DaySpan: Sendable, Equatable {
    package let from: PlainDate
    package let to: PlainDate

    package init(from: PlainDate, to: PlainDate) {
        self.from = from
        self.to = to
    }

    /// How many days it has.
    package var count: Int { from.distance(to: to) + 1 }

    /// The span that a request names: it ends today and has `daysDefault` days where the request does not say.
    ///
    /// - Throws: `invalid` when it ends before it begins or is too long.
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
        // The field to change is the one that the caller gave.
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

extension DayReference {
    /// The day meant by it on a day that is the caller's today.
    package func date(today: PlainDate) -> PlainDate {
        switch self {
        case .today: today
        case .date(let date): date
        }
    }
}
