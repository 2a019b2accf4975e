import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryInsights {
    /// Returns advice for the caller as of a day.
    package func advice(_ request: DiaryAdvice, _ context: RequestContext) async throws -> DiaryAdvice.Reply {
        let user = try context.user()
        let now = now()
        let profile = try await profile(context)
        let items = try await store.read { reader in
            let today = try reader.person(user).today(now)
            let date = request.date?.date(today: today) ?? today
            let firstWeight = date.advanced(by: -AdviceMath.trendDays - WeightTrend.runUpDays)
            return AdviceMath.advice(
                AdviceMath.Input(
                    date: date,
                    isToday: date >= today,
                    days: try reader.adviceDays(of: user, endingOn: date),
                    weights: try reader.weights(of: user, in: DaySpan(from: firstWeight, to: date)),
                    foods: try reader.usualFoods(of: user),
                    goal: profile?.goal,
                    // For an unknown user the lower one, to avoid advice without reason.
                    floorKcal: profile.map { EnergyFloor.kcal($0.sex, tdee: nil) } ?? EnergyFloor.womenKcal
                )
            )
        }
        return DiaryAdvice.Reply(items: items)
    }
}

extension SQLReader {
    /// Foods that advice chooses from: those that a person eats again and again.
    private static let usualFoodsMax = 50

    /// Returns the foods that the user logs most often, each in the amount logged last.
    fileprivate func usualFoods(of user: UserID) throws -> [AdviceMath.UsualFood] {
        try recentFoods(DiaryFoodsRecent(sort: .frequent), limit: Self.usualFoodsMax, of: user).map { food in
            AdviceMath.UsualFood(id: food.foodId, name: food.name, grams: food.grams, nutrients: food.nutrients)
        }
    }

    /// Returns the days with entries that advice needs.
    fileprivate func adviceDays(of user: UserID, endingOn date: PlainDate) throws -> [AdviceMath.Day] {
        let span = DaySpan(from: date.advanced(by: -AdviceMath.meanDays), to: date)
        let targets = try targets(of: user, in: span)
        let unknown = try unknownEnergy(of: user, in: span)
        return try markedDayTotals(of: user, in: span).map { total in
            let unknown = unknown[total.date] ?? UnknownEnergy()
            return AdviceMath.Day(
                total,
                target: targets.target(on: total.date),
                kcalWithoutProtein: unknown.protein,
                kcalWithoutFiber: unknown.fiber,
                kcalWithoutSalt: unknown.salt
            )
        }
    }
}

/// The energy of a day's entries with an unknown amount of a nutrient, in kcal.
private struct UnknownEnergy: Sendable {
    var protein = 0.0
    var fiber = 0.0
    var salt = 0.0
}

extension SQLReader {
    /// Returns the energy of entries with an unknown nutrient, for each day of a short span.
    fileprivate func unknownEnergy(of user: UserID, in span: DaySpan) throws -> [PlainDate: UnknownEnergy] {
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
