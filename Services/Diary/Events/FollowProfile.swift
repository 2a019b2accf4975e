import Contracts
import FoundationEssentials
package import Storage

extension DiaryService {
    /// Days of which a new target tells: more than a year, because rankings look at weeks and months.
    private static let daysToldMax = 400

    /// What the diary does with news of profiles.
    package static let followsProfile = EventFollower(apply: follow, forget: forget)

    /// What an event of the profile service does here.
    private static func follow(_ event: Event, _ transaction: SQLTransaction) throws {
        switch event.type {
        case .profileChanged:
            let profile = try event.data.decode(ProfileChanged.self)
            let person = Person(
                timeZone: profile.timeZone,
                dayStartHour: profile.dayStartHour,
                weekStart: profile.weekStart,
                sharesFoods: profile.shares.leaderboard && profile.shares.foods
            )
            let shared = try transaction.reader.person(event.subject).sharesFoods
            try transaction.keep(person, of: event.subject)
            try transaction.sharingHasChanged(from: shared, of: event.subject, now: event.moment)
        case .targetChanged:
            let period = try event.data.decode(TargetChanged.self).target
            try make(TargetChanges(kept: [period]), of: event.subject, transaction)
        case .dayMeasured:
            try transaction.keep(try event.data.decode(DayMeasured.self), of: event.subject)
        default:
            // Other facts of an account do not concern its diary.
            return
        }
    }

    /// Removes people, targets and measured days of which a span of the profiles' snapshot does not tell.
    ///
    /// The targets of the span take effect here, too, all of a person at once: one after the other, each would be the newest
    /// for a moment and would tell the days behind it. One call tells fewer than twice ``daysToldMax`` days.
    private static func forget(_ span: SnapshotSpan, _ transaction: SQLTransaction) throws -> Bool {
        let isCut = [try transaction.removePeople(span), try transaction.removeMeasuredDays(span)].contains(true)
        let leftovers = try transaction.reader.leftovers(
            of: .targetChanged,
            in: "target",
            key: .text("from_date"),
            span
        )
        var changes: [UserID: TargetChanges] = [:]
        for event in span.events where event.type == .targetChanged {
            let period = try event.data.decode(TargetChanged.self).target
            changes[event.subject, default: TargetChanges()].kept.append(period)
        }
        for lost in leftovers.facts {
            guard let date = PlainDate(lost.key) else { continue }
            changes[lost.user, default: TargetChanges()].lost.append(date)
        }
        var told = 0
        for (user, changes) in changes.sorted(by: { $0.key < $1.key }) {
            guard told < daysToldMax else { return true }
            told += try make(changes, of: user, transaction)
        }
        return isCut || leftovers.isCut
    }

    /// Changes of one person's targets that take effect together.
    private struct TargetChanges {
        var kept: [TargetPeriod] = []
        /// Where targets begin that are there no longer.
        var lost: [PlainDate] = []
    }

    /// Changes targets, and tells of the days on which the target is another one then.
    ///
    /// - Returns: The number of days told: of those with entries the newest ``daysToldMax`` at most.
    @discardableResult
    private static func make(_ changes: TargetChanges, of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let dates = changes.kept.map(\.from) + changes.lost
        guard let first = dates.min(), let last = dates.max() else { return 0 }
        let reader = transaction.reader
        // The first target also holds for the days before it.
        let hasEarlier = try reader.targetDate(before: first, of: user) != nil
        let totals = try reader.newestDayTotals(
            of: user,
            from: hasEarlier ? first : nil,
            before: try reader.targetDate(after: last, of: user),
            limit: daysToldMax
        )
        let days = totals.last.flatMap { oldest in
            totals.first.map { DaySpan(from: oldest.date, to: $0.date) }
        }
        let before = try days.map { try reader.targets(of: user, in: $0) }
        for date in changes.lost { try transaction.removeTarget(from: date, of: user) }
        for period in changes.kept { try transaction.keep(period, of: user) }
        guard let days, let before else { return 0 }
        let after = try reader.targets(of: user, in: days)
        let changed = totals.filter { before.target(on: $0.date) != after.target(on: $0.date) }
        for total in changed.reversed() { try transaction.tell(total, after, of: user) }
        return changed.count
    }
}

extension SQLTransaction {
    fileprivate func keep(_ period: TargetPeriod, of user: UserID) throws {
        try keep(
            DayTarget(
                dailyKcal: period.dailyKcal,
                proteinG: period.proteinG,
                fatG: period.fatG,
                carbohydrateG: period.carbohydrateG
            ),
            weekdays: period.weekdays ?? [:],
            from: period.from,
            of: user
        )
    }
}

extension Event {
    /// When it happened; a time that cannot be read is long ago.
    fileprivate var moment: Date {
        Date(timeIntervalSince1970: Double(TimestampReader.milliseconds(time) ?? 0) / 1_000)
    }
}
