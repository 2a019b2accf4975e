import Contracts
import Storage

/// Verifies the password of a signed-in user.
///
/// Wrong passwords count for the session alone. Failures of other clients never prevent its user from changing their
/// password, second factor or account.
extension AuthService {
    /// Returns whether a password is the account's.
    ///
    /// - Throws: `tooManyRequests` after too many wrong ones, even for the right one.
    func verifyPassword(_ password: String, of account: Account, _ context: RequestContext) async throws -> Bool {
        let (nowS, counters) = (nowS, try counters(ofReauthentication: context))
        if let block = try await store.read({ try $0.block(counters, at: nowS) }) { throw Self.blocked(block) }
        return try await passwords.verify(
            password,
            against: account.passwordHash,
            for: .user(account.id),
            before: context.deadline
        )
    }

    /// Counts a wrong password, and returns the error of the reply.
    func countFailedPassword(of account: Account, _ context: RequestContext) async throws -> ServiceError {
        let (nowS, counters) = (nowS, try counters(ofReauthentication: context))
        // Checked again in the serialized transaction, as for a sign-in.
        let (block, failure) = try await store.write(context) { transaction -> (AttemptBlock?, CountedFailure?) in
            if let block = try transaction.reader.block(counters, at: nowS) { return (block, nil) }
            return (nil, try transaction.countFailure(counters, at: nowS))
        }
        if let block { return Self.blocked(block) }
        if let failure { logFailure(of: account.id, failure, context) }
        return Self.wrongPassword
    }

    /// Logs a wrong password, and each counter that it has filled.
    func logFailure(
        of user: UserID?,
        _ failure: CountedFailure,
        _ context: RequestContext,
        _ client: NetworkClient? = nil
    ) {
        for kind in failure.filled {
            security.record(.loginBlocked(user: user, forS: LoginLimits.windowS, by: kind), context, client)
        }
        if failure.filled.isEmpty {
            security.record(.loginFailed(user: user, inARow: failure.inARow), context, client)
        }
    }

    static let wrongPassword = ServiceError(.wrongCredentials, "The password is wrong.")
}
