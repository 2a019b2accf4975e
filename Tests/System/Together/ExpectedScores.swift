import Contracts

/// An independent computation of one user's scores from the days of their diary.
struct ExpectedScores {
    /// Energy and target of each day with entries.
    var days: [PlainDate: (kcal: Double, targetKcal: Int)]
    let today: PlainDate

    /// Targets below this count as this.
    private static let leastTargetKcal = 1_200

    func score(_ metric: LeaderboardTop.Metric, _ period: LeaderboardTop.Period) -> Double? {
        let last = days[today] == nil ? today.advanced(by: -1) : today
        switch metric {
        case .streak: return Double(streak(endingOn: last))
        case .logged: return Double(window(period, last).count { days[$0] != nil })
        case .adherence:
            let counted = window(period, today.advanced(by: -1))
            guard counted.contains(where: { days[$0] != nil }) else { return nil }
            return 100 * counted.map(adherence).reduce(0, +) / Double(counted.count)
        }
    }

    private func window(_ period: LeaderboardTop.Period, _ last: PlainDate) -> [PlainDate] {
        (0..<(period == .week ? 7 : 30)).map { last.advanced(by: -$0) }
    }

    private func streak(endingOn last: PlainDate) -> Int {
        var length = 0
        while days[last.advanced(by: -length)] != nil { length += 1 }
        return length
    }

    private func adherence(_ date: PlainDate) -> Double {
        guard let day = days[date] else { return 0 }
        let target = Double(max(day.targetKcal, Self.leastTargetKcal))
        return max(0, 1 - abs(day.kcal - target) / target)
    }
}
