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
            let isNew = try transaction.keep(
                DayTarget(
                    dailyKcal: period.dailyKcal,
                    proteinG: period.proteinG,
                    fatG: period.fatG,
                    carbohydrateG: period.carbohydrateG
                ),
                weekdays: period.weekdays ?? [:],
                from: period.from,
                of: event.subject
            )
            // A reload tells again what is known; no day changes by it.
            guard isNew else { return }
            // The first target also holds for the days before it.
            let isFirst = try transaction.reader.firstTargetDate(of: event.subject) == period.from
            try tellDays(from: isFirst ? nil : period.from, of: event.subject, transaction)
        case .dayMeasured:
            try transaction.keep(try event.data.decode(DayMeasured.self), of: event.subject)
        default:
            // Other facts of an account do not concern its diary.
            return
        }
    }

    /// Forgets people, targets and measured days of which a page of profile's snapshot does not tell.
    ///
    /// Targets that it tells stay, so that only days are told of whose target is another one now.
    private static func forget(_ span: SnapshotSpan, _ transaction: SQLTransaction) throws {
        try transaction.removePeople(span)
        try transaction.removeMeasuredDays(span)
        var named: [UserID: Set<PlainDate>] = [:]
        for event in span.events where event.type == .targetChanged {
            named[event.subject, default: []].insert(try event.data.decode(TargetChanged.self).target.from)
        }
        for (user, date) in try transaction.reader.targetDates(of: span)
        where !(named[user]?.contains(date) ?? false) {
            let isFirst = try transaction.reader.firstTargetDate(of: user) == date
            try transaction.removeTarget(from: date, of: user)
            try tellDays(from: isFirst ? nil : date, of: user, transaction)
        }
    }

    /// Tells of the newest days with entries on which a target now is another.
    private static func tellDays(from first: PlainDate?, of user: UserID, _ transaction: SQLTransaction) throws {
        let totals = try transaction.reader.newestDayTotals(of: user, from: first, limit: daysToldMax)
        guard let oldest = totals.last?.date, let newest = totals.first?.date else { return }
        let targets = try transaction.reader.targets(of: user, in: DaySpan(from: oldest, to: newest))
        for total in totals.reversed() { try transaction.tell(total, targets, of: user) }
    }
}

extension Event {
    /// When it happened; a time that cannot be read is long ago.
    fileprivate var moment: Date {
        Date(timeIntervalSince1970: Double(TimestampReader.milliseconds(time) ?? 0) / 1_000)
    }
}
