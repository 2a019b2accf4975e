package import Contracts
import Foundation
import Storage

extension ProfileService {
    /// Tries before an update that always meets another one is given up.
    private static let attemptsMax = 5

    /// Somebody else changed the profile between reading and writing.
    private struct Overtaken: Error {}

    /// Changes the caller's profile.
    ///
    /// The calculator is asked before the commit, so that an answered change already has its target.
    package func update(_ request: ProfileUpdate, _ context: RequestContext) async throws -> Profile {
        let user = try context.user()
        let change = request.change.trimmed
        let errors = ProfileRules.errors(
            in: change,
            today: ProfileFields.utcToday(now()),
            isTimeZone: Self.isTimeZone
        )
        if !errors.isEmpty { throw ServiceError.invalid(errors) }
        for _ in 0..<Self.attemptsMax {
            do {
                return try await tryUpdate(request, change, user, context)
            } catch is Overtaken {
                continue
            }
        }
        throw ServiceError(.conflict, "The profile is being changed from several places at once; try again.")
    }

    private func tryUpdate(
        _ request: ProfileUpdate,
        _ change: ProfileChange,
        _ user: UserID,
        _ context: RequestContext
    ) async throws -> Profile {
        let before = try await loadOrMake(user, context)
        var after = before
        after.fields.apply(change)
        after.touched.formUnion(change.fieldNames)
        after.version += 1
        let calculated = try await newTarget(before, after, context)
        let row = Self.withTarget(after, calculated)
        let (moment, changed) = (now(), row)
        return try await store.once(request, context) { transaction in
            guard let current = try transaction.reader.profile(of: user), current.version == before.version else {
                throw Overtaken()
            }
            try transaction.update(changed)
            if let calculated {
                try transaction.keep(
                    calculated,
                    goal: changed.fields.goal,
                    from: changed.fields.today(moment),
                    of: user
                )
            }
            if changed.fields.event != before.fields.event { try transaction.emit(changed.fields.event, of: user) }
            return try changed.profile(at: moment, transaction.reader)
        }
    }

    private static func withTarget(_ row: ProfileRow, _ calculated: EnergyTarget?) -> ProfileRow {
        guard let calculated else { return row }
        var row = row
        row.calculated = calculated
        row.isTargetPending = false
        return row
    }

    /// The target that a change leads to; nil where it leads to none.
    private func newTarget(
        _ before: ProfileRow,
        _ after: ProfileRow,
        _ context: RequestContext
    ) async throws -> EnergyTarget? {
        // Values count, not what is named: a repeated change is answered from the store without the calculator.
        guard before.isTargetPending || !after.fields.hasTargetOf(before.fields) else { return nil }
        guard let calculation = after.fields.calculation else {
            // A profile without a sex may be filled bit by bit; a formula without its body fat is a mistake.
            if after.fields.sex == nil { return nil }
            throw ServiceError(
                .profileIncomplete,
                "The formula \(after.fields.formula.rawValue) needs \(after.fields.missing.joined(separator: ", ")).",
                params: ["missing": after.fields.missing.joined(separator: ",")],
                details: after.fields.missing.map { FieldError($0, .missing, "\($0) is missing.") }
            )
        }
        return try await keeper.calculate(calculation, context)
    }

    /// Whether the system knows a time zone of that name.
    @Sendable
    static func isTimeZone(_ name: String) -> Bool { TimeZone(identifier: name) != nil }
}

extension ProfileChange {
    /// The change with names as people mean them: without spaces around them.
    fileprivate var trimmed: ProfileChange {
        var change = self
        for name in [\ProfileChange.name, \.displayName, \.firstName, \.lastName] {
            guard let text = change[keyPath: name].value else { continue }
            change[keyPath: name] = .set(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return change
    }
}
