import Contracts
import FoundationEssentials
import Storage

/// A change of a profile with its calculated target, ready to commit if the profile has not changed meanwhile.
struct PreparedChange: Sendable {
    let before: ProfileRow
    let after: ProfileRow
    /// The new target; nil if the change does not affect the target.
    let calculated: EnergyTarget?
}

/// Thrown when a concurrent request changed the profile between reading and writing.
struct VersionConflict: Error {}

extension ProfileService {
    /// Maximum number of attempts before a change fails with `conflict`.
    private static let maximumAttempts = 5

    /// Retries a change that conflicts with concurrent changes.
    func retryingVersionConflicts<Value>(_ attempt: () async throws -> Value) async throws -> Value {
        for _ in 0..<Self.maximumAttempts {
            do {
                return try await attempt()
            } catch is VersionConflict {
                continue
            }
        }
        throw ServiceError(.conflict, "The profile is changed by several requests at once. Try again.")
    }

    /// Asks the calculator for the target of a change, if the change affects it.
    func prepare(
        _ before: ProfileRow,
        _ after: ProfileRow,
        _ context: RequestContext
    ) async throws -> PreparedChange {
        guard let calculated = try await newTarget(before, after, context) else {
            return PreparedChange(before: before, after: after, calculated: nil)
        }
        var after = after
        after.calculated = calculated
        after.isTargetPending = false
        return PreparedChange(before: before, after: after, calculated: calculated)
    }

    private func newTarget(
        _ before: ProfileRow,
        _ after: ProfileRow,
        _ context: RequestContext
    ) async throws -> EnergyTarget? {
        // Compares values, not field names: a repeated change is answered from the store without the calculator.
        guard before.isTargetPending || !after.fields.hasSameTargetInputs(as: before.fields) else { return nil }
        guard let calculation = after.fields.calculation else {
            // A profile without a sex may be completed step by step; a formula without its body fat is an error.
            if after.fields.sex == nil { return nil }
            throw after.fields.incomplete("The formula \(after.fields.formula.rawValue)")
        }
        return try await targetWorker.calculate(calculation, context)
    }
}

extension ProfileFields {
    /// Returns the error for an operation that needs missing fields.
    func incomplete(_ what: String) -> ServiceError {
        ServiceError(
            .profileIncomplete,
            "\(what) needs \(missing.joined(separator: ", ")).",
            params: ["missing": missing.joined(separator: ",")],
            details: missing.map { FieldError($0, .missing, "\($0) is missing.") }
        )
    }
}

extension SQLTransaction {
    /// - Throws: ``VersionConflict`` if the profile no longer has the version at which it was read.
    func requireUnchanged(_ before: ProfileRow) throws {
        guard try reader.profile(of: before.user)?.version == before.version else { throw VersionConflict() }
    }

    /// Writes a change with its target, and emits their events.
    ///
    /// - Throws: ``VersionConflict`` if the profile has changed since the change was prepared.
    func commit(_ change: PreparedChange, at moment: Date) throws {
        let (before, after) = (change.before, change.after)
        try requireUnchanged(before)
        guard after != before else { return }
        try update(after)
        if let calculated = change.calculated {
            try store(calculated, goal: after.fields.goal, from: after.fields.today(moment), of: after.user)
        }
        if after.fields.event != before.fields.event { try emit(after.fields.event, of: after.user) }
    }
}
