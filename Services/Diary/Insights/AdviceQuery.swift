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
            AdviceMath.Day(total, target: targets.target(on: total.date), kcalWithout: unknown[total.date] ?? [:])
        }
    }
}

extension SQLReader {
    /// The nutrients that advice is about.
    private static let advised: [Nutrient] = [.protein, .fiber, .salt]
    private static let unknownKcal = advised.map { "sum(CASE WHEN \($0.column) IS NULL THEN kcal ELSE 0.0 END)" }

    /// Returns the energy of entries that lack a nutrient, in kcal, for each day of a short span.
    fileprivate func unknownEnergy(of user: UserID, in span: DaySpan) throws -> [PlainDate: [Nutrient: Double]] {
        var days: [PlainDate: [Nutrient: Double]] = [:]
        try forEach(
            """
            SELECT date, \(Self.unknownKcal.joined(separator: ", "))
            FROM entry INDEXED BY entry_by_day WHERE user_id = ? AND date BETWEEN ? AND ? GROUP BY date
            """,
            [user.description, span.from.description, span.to.description]
        ) { row in
            let date = try row.date(0)
            for (index, nutrient) in Self.advised.enumerated() {
                days[date, default: [:]][nutrient] = row.number(1 + index)
            }
            return true
        }
        return days
    }
}
