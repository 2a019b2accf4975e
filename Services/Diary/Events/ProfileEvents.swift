import Calendar
import Contracts
import FoundationEssentials
package import Storage

extension DiaryService {
    /// Days published after a change of the target: more than a year, because rankings cover weeks and months.
    private static let daysPublishedMax = 400

    /// The diary's subscription to events of the profile service.
    package static let profileSubscriber = EventSubscriber(apply: applyEvent, removeMissing: removeLeftovers)

    /// Applies an event of the profile service.
    private static func applyEvent(_ event: Event, _ transaction: SQLTransaction) throws {
        switch event.type {
        case ProfileChanged.type:
            let profile = try event.data.decode(ProfileChanged.self)
            let person = Person(
                timeZone: profile.timeZone,
                dayStartHour: profile.dayStartHour,
                weekStart: profile.weekStart,
                sharesFoods: profile.shares.leaderboard && profile.shares.foods,
                language: profile.language.map(LanguageTag.code(of:))
            )
            let shared = try transaction.reader.person(event.subject).sharesFoods
            try transaction.store(person, of: event.subject)
            try transaction.publishSharingChange(from: shared, of: event.subject, now: event.moment)
        case TargetChanged.type:
            let period = try event.data.decode(TargetChanged.self).target
            try applyChanges(TargetChanges(stored: [period]), of: event.subject, transaction)
        case DayMeasured.type:
            try transaction.store(try event.data.decode(DayMeasured.self), of: event.subject)
        default:
            // Other events of an account do not concern its diary.
            return
        }
    }

    /// Removes users, targets and measured days that a range of the profile snapshot does not contain.
    ///
    /// The targets of the range take effect here as well, all of a user together. Applied one by one, each would be the
    /// newest for a moment and would publish the days after it. One call publishes fewer than twice
    /// ``daysPublishedMax`` days.
    private static func removeLeftovers(_ span: SnapshotSpan, _ transaction: SQLTransaction) throws -> Bool {
        let isCut = [try transaction.removeUsers(span), try transaction.removeMeasuredDays(span)].contains(true)
        let leftovers = try transaction.reader.leftovers(
            of: TargetChanged.type,
            in: "target",
            key: .text("from_date"),
            span
        )
        var changes: [UserID: TargetChanges] = [:]
        for event in span.events where event.type == TargetChanged.type {
            let period = try event.data.decode(TargetChanged.self).target
            changes[event.subject, default: TargetChanges()].stored.append(period)
        }
        for removed in leftovers.facts {
            guard let date = PlainDate(removed.key) else { continue }
            changes[removed.user, default: TargetChanges()].removed.append(date)
        }
        var published = 0
        for (user, changes) in changes.sorted(by: { $0.key < $1.key }) {
            guard published < daysPublishedMax else { return true }
            published += try applyChanges(changes, of: user, transaction)
        }
        return isCut || leftovers.isCut
    }

    /// Changes of one user's targets that take effect together.
    private struct TargetChanges {
        var stored: [TargetPeriod] = []
        /// The first days of targets that no longer exist.
        var removed: [PlainDate] = []
    }

    /// Changes targets and publishes the days with another target than before.
    ///
    /// - Returns: The number of published days: at most the newest ``daysPublishedMax`` with entries.
    @discardableResult
    private static func applyChanges(_ changes: TargetChanges, of user: UserID, _ transaction: SQLTransaction) throws
        -> Int
    {
        let dates = changes.stored.map(\.from) + changes.removed
        guard let first = dates.min(), let last = dates.max() else { return 0 }
        let reader = transaction.reader
        // The first target also applies to the days before it.
        let hasEarlier = try reader.targetDate(before: first, of: user) != nil
        let totals = try reader.newestDayTotals(
            of: user,
            from: hasEarlier ? first : nil,
            before: try reader.targetDate(after: last, of: user),
            limit: daysPublishedMax
        )
        let days = totals.last.flatMap { oldest in
            totals.first.map { DaySpan(from: oldest.date, to: $0.date) }
        }
        let before = try days.map { try reader.targets(of: user, in: $0) }
        for date in changes.removed { try transaction.removeTarget(from: date, of: user) }
        for period in changes.stored { try transaction.store(period, of: user) }
        guard let days, let before else { return 0 }
        let after = try reader.targets(of: user, in: days)
        let marked = totals.marked(try reader.markedDays(of: user, in: days))
        let changed = marked.filter { before.target(on: $0.date) != after.target(on: $0.date) }
        for total in changed.reversed() { try transaction.publish(total, after, of: user) }
        return changed.count
    }
}

extension SQLTransaction {
    fileprivate func store(_ period: TargetPeriod, of user: UserID) throws {
        try store(
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
    /// When the event happened; an unreadable time counts as 1970.
    fileprivate var moment: Date {
        Date(timeIntervalSince1970: Double(TimestampReader.milliseconds(time) ?? 0) / 1_000)
    }
}
