import Contracts
import Storage

/// The energy of a day's entries with an unknown amount of a nutrient, in kcal.
struct UnknownEnergy: Sendable {
    var protein = 0.0
    var fiber = 0.0
    var salt = 0.0
}

extension SQLReader {
    /// Returns the energy of entries with an unknown nutrient, for each day of a short span.
    func unknownEnergy(of user: UserID, in span: DaySpan) throws -> [PlainDate: UnknownEnergy] {
        var days: [PlainDate: UnknownEnergy] = [:]
        try forEach(
            """
            SELECT date, sum(iif(protein_g IS NULL, kcal, 0.0)), sum(iif(fiber_g IS NULL, kcal, 0.0)),
                sum(iif(salt_g IS NULL, kcal, 0.0))
            FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date BETWEEN ? AND ? GROUP BY date
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            days[try row.date(0)] = UnknownEnergy(protein: row.number(1), fiber: row.number(2), salt: row.number(3))
            return true
        }
        return days
    }
}
