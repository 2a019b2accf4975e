package import Contracts
import Foundation
import JSONCoding
import Storage

extension ProfileService {
    /// Changes the caller's profile.
    ///
    /// Asks the calculator before the commit, so that the reply has the new target.
    package func update(_ request: ProfileUpdate, _ context: RequestContext) async throws -> Profile {
        let user = try context.user()
        let change = request.change.trimmed
        let errors = ProfileRules.errors(
            in: change,
            today: ProfileFields.utcToday(now()),
            isTimeZone: Self.isTimeZone
        )
        if !errors.isEmpty { throw ServiceError.invalid(errors) }
        return try await retryingVersionConflicts { try await tryUpdate(request, change, user, context) }
    }

    private func tryUpdate(
        _ request: ProfileUpdate,
        _ change: ProfileChange,
        _ user: UserID,
        _ context: RequestContext
    ) async throws -> Profile {
        let before = try await loadOrCreate(user, context)
        var after = before
        after.fields.apply(change)
        after.touched.formUnion(change.fieldNames)
        after.version += 1
        let prepared = try await prepare(before, after, context)
        let moment = now()
        var profile = try await store.writeIdempotently(request, context) { transaction in
            if let version = request.ifVersion, version != before.version {
                // The profile read outside the transaction may be older than the caller's version.
                try transaction.requireUnchanged(before)
                var current = try before.profile(at: moment, transaction.reader)
                current.imageURL = try imageURL(of: user, transaction.reader, at: moment)
                throw try ServiceError.versionMismatch(
                    "profile",
                    seen: version,
                    current: current,
                    version: before.version
                )
            }
            try transaction.commit(prepared, at: moment)
            try transaction.recordOwnMeasurements(in: change, before: before, prepared.after, at: moment)
            return try prepared.after.profile(at: moment, transaction.reader)
        }
        // The URL gives access to the image, and so is not stored with the reply.
        profile.imageURL = try await store.read { try imageURL(of: user, $0, at: moment) }
        return profile
    }

    /// Returns whether the system knows a time zone by this name.
    @Sendable
    static func isTimeZone(_ name: String) -> Bool { TimeZone(identifier: name) != nil }
}
