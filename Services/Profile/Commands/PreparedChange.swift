import Contracts
import FoundationEssentials
import Storage

/// A change of a profile whose target has been worked out, ready to be committed if nobody was faster.
struct PreparedChange: Sendable {
    let before: ProfileRow
    let after: ProfileRow
    /// The target that the change leads to; nil where it leads to none.
    let calculated: EnergyTarget?
}

/// Somebody else changed the profile between reading and writing.
struct Overtaken: Error {}

extension ProfileService {
    /// Tries before a change that always meets another one is given up.
    private static let attemptsMax = 5

    /// Runs a change again as long as others come between its reading and its writing.
    func untilNotOvertaken<Value>(_ attempt: () async throws -> Value) async throws -> Value {
        for _ in 0..<Self.attemptsMax {
            do {
                return try await attempt()
            } catch is Overtaken {
                continue
            }
        }
        throw ServiceError(.conflict, "The profile is being changed from several places at once; try again.")
    }

    /// Asks the calculator for the target of a change, if it has another one than before.
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
        // Values count, not what is named: a repeated change is answered from the store without the calculator.
        guard before.isTargetPending || !after.fields.hasTargetOf(before.fields) else { return nil }
        guard let calculation = after.fields.calculation else {
            // A profile without a sex may be filled bit by bit; a formula without its body fat is a mistake.
            if after.fields.sex == nil { return nil }
            throw after.fields.incomplete("The formula \(after.fields.formula.rawValue)")
        }
        return try await keeper.calculate(calculation, context)
    }
}

extension ProfileFields {
    /// The refusal of something that needs fields which are missing.
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
    /// - Throws: ``Overtaken`` if a profile is no more at the version at which it was read.
    func requireUnchanged(_ before: ProfileRow) throws {
        guard try reader.profile(of: before.user)?.version == before.version else { throw Overtaken() }
    }

    /// Writes a change with its target, and tells of both.
    ///
    /// - Throws: ``Overtaken`` if the profile is no more what the change was prepared for.
    func commit(_ change: PreparedChange, at moment: Date) throws {
        let (before, after) = (change.before, change.after)
        try requireUnchanged(before)
        guard after != before else { return }
        try update(after)
        if let calculated = change.calculated {
            try keep(calculated, goal: after.fields.goal, from: after.fields.today(moment), of: after.user)
        }
        if after.fields.event != before.fields.event { try emit(after.fields.event, of: after.user) }
    }
}
