package import Contracts
import Storage

extension ProfileService {
    /// Sets the caller's target manually from today on; targets of earlier days do not change.
    package func setTarget(
        _ request: ProfileTargetsSet,
        _ context: RequestContext
    ) async throws -> WrittenReply<TargetPeriod> {
        let user = try context.user()
        _ = try await loadOrCreate(user, context)
        let moment = now()
        return try await store.writeReply(to: request, context) { transaction in
            guard let row = try transaction.reader.profile(of: user) else { throw ServiceError.notFound("profile") }
            let (fields, today) = (row.fields, row.fields.today(moment))
            let proteinG = row.calculated?.macros.proteinG
            let day = ManualTarget.day(request.requestedTarget, proteinG: proteinG)
            let weekdays = (request.weekdays ?? [:]).mapValues { ManualTarget.day($0, proteinG: proteinG) }
            let week = Weekday.allCases.map { weekdays[$0.rawValue]?.dailyKcal ?? day.dailyKcal }
            let cautions = ManualTarget.cautions(ofWeek: week, for: fields, row.calculated, today: today)
            let target = try transaction.store(of: user, today: today) { from in
                TargetPeriod(
                    from: from,
                    byHand: day,
                    weekdays: weekdays,
                    formula: fields.formula,
                    goal: fields.goal,
                    cautions: cautions
                )
            }
            return row.withHints(target, today: today)
        }
    }

    /// Replaces a manual target with the computed one from today on.
    package func resetTarget(
        _ request: ProfileTargetsReset,
        _ context: RequestContext
    ) async throws -> WrittenReply<TargetPeriod> {
        let user = try context.user()
        let moment = now()
        return try await retryingVersionConflicts {
            let before = try await loadOrCreate(user, context)
            let newest = try await store.read { try $0.newestTarget(of: user) }
            // A reply from the store needs no calculator.
            let calculated = newest?.byHand == true ? try await recalculate(before.fields, context) : nil
            return try await store.writeReply(to: request, context) { transaction in
                try transaction.requireUnchanged(before)
                let current = try transaction.reader.newestTarget(of: user)
                let today = before.fields.today(moment)
                guard current?.byHand == true else {
                    guard let current else { throw before.fields.noTarget }
                    return before.withHints(current, today: today)
                }
                guard let calculated else { throw VersionConflict() }
                var row = before
                row.calculated = calculated
                row.isTargetPending = false
                try transaction.update(row)
                let target = try transaction.store(of: user, today: today) {
                    TargetPeriod(from: $0, calculated, goal: row.fields.goal)
                }
                return row.withHints(target, today: today)
            }
        }
    }

    private func recalculate(_ fields: ProfileFields, _ context: RequestContext) async throws -> EnergyTarget {
        guard let calculation = fields.calculation else { throw fields.incomplete("A computed target") }
        return try await targetWorker.calculate(calculation, context)
    }
}

extension ProfileFields {
    /// The error for a profile without any target.
    fileprivate var noTarget: ServiceError {
        missing.isEmpty
            ? ServiceError(.unavailable, "The target is not calculated yet. Try again soon.")
            : incomplete("A computed target")
    }
}
