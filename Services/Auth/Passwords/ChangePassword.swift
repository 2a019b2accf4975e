package import Contracts
import Storage

extension AuthService {
    /// Replaces the caller's password, and ends their other sessions.
    ///
    /// A repetition with the same key gets the same reply if it sends the new password. The stored record of a change
    /// contains neither the old password nor the new one.
    package func changePassword(_ request: AuthPasswordChange, _ context: RequestContext) async throws -> Empty {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        try commonPasswords.refuse(request.password)
        guard let account = try await store.read({ try $0.account(principal.user) }) else {
            throw ServiceError(.unauthenticated, "This account does not exist any more.")
        }
        let isRight = try await verifyPassword(request.currentPassword, of: account, context)
        let hash =
            isRight
            ? try await passwords.hash(request.password, for: .user(account.id), before: context.deadline) : nil
        let change = PasswordChange(
            account: account,
            hash: hash,
            session: principal.session,
            revokesTokens: request.revokeTokens ?? false
        )
        do {
            let madeID = try await make(change, context)
            guard madeID == change.id else {
                try await confirmRepetition(request, of: account, context)
                return Empty()
            }
            security.record(.passwordChanged(user: account.id, revokedTokens: change.revokesTokens), context)
            return Empty()
        } catch let error as ServiceError where error == Self.wrongPassword {
            throw try await countFailedPassword(of: account, context)
        }
    }

    /// Makes the change once per idempotency key, and returns the id of the change that was made under the key.
    private func make(_ change: PasswordChange, _ context: RequestContext) async throws -> UUIDv7 {
        let (nowS, counters) = (nowS, try counters(ofReauthentication: context))
        return try await store.writeIdempotently(PasswordChange.Identity(), context) { transaction in
            guard let hash = change.hash else { throw Self.wrongPassword }
            let account = change.account
            if let block = try transaction.reader.block(counters, at: nowS) { throw Self.blocked(block) }
            guard try transaction.renewHash(of: account, to: hash) else {
                throw ServiceError(.conflict, "The password was changed meanwhile.")
            }
            try transaction.clearFailures(counters)
            if change.revokesTokens { try transaction.removeTokens(of: account.id) }
            try transaction.endSessions(of: account.id, except: change.session, at: nowS)
            try transaction.voidMailTokens(of: account.id)
            return change.id
        }
    }

    private func confirmRepetition(
        _ request: AuthPasswordChange,
        of account: Account,
        _ context: RequestContext
    ) async throws {
        if try await verifyPassword(request.password, of: account, context) { return }
        let error = try await countFailedPassword(of: account, context)
        guard error == Self.wrongPassword else { throw error }
        throw ServiceError(.conflict, "This idempotency key was used with another request before.")
    }
}

/// A validated change of a password.
private struct PasswordChange: Sendable {
    /// Distinguishes this change from an earlier one under the same idempotency key.
    let id = UUIDv7.make()
    var account: Account
    /// The hash of the new password; nil if the current password was wrong.
    var hash: String?
    /// The only session that is not ended.
    var session: SessionID
    /// Whether the change also revokes the personal access tokens.
    var revokesTokens: Bool

    /// The idempotency identity: without the passwords, because the database would store a fast hash of them.
    struct Identity: Contract {
        typealias Reply = UUIDv7

        static var method: Contracts.Method { AuthPasswordChange.method }
    }
}
