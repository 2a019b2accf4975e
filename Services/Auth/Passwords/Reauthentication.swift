import Contracts
import Storage

/// Asks for the password again before a sensitive change.
extension AuthService {
    /// Verifies the caller's password, and returns their account.
    ///
    /// - Throws: `wrongCredentials`; `tooManyRequests` after too many of them, even for the right password.
    func reauthenticate(with password: String, _ context: RequestContext) async throws -> Account {
        let user = try context.user()
        guard let account = try await store.read({ try $0.account(user) }) else { throw Self.accountMissing }
        guard try await verifyPassword(password, of: account, context) else {
            throw try await countFailedPassword(of: account, context)
        }
        return account
    }

    /// Checks again, within the transaction, that the verified password is current and not blocked.
    ///
    /// Transactions are serialized, so even concurrent guesses reveal only a bounded number of results.
    func requireReauthentication(
        of account: Account,
        at nowS: Int,
        _ context: RequestContext,
        _ transaction: SQLTransaction
    ) throws {
        let counters = try counters(ofReauthentication: context)
        if let block = try transaction.reader.block(counters, at: nowS) { throw Self.blocked(block) }
        try transaction.clearFailures(counters)
        guard let present = try transaction.reader.account(account.id) else { throw Self.accountMissing }
        guard present.passwordHash == account.passwordHash else {
            throw ServiceError(.conflict, "The password was changed meanwhile.")
        }
    }

    /// Requires that the caller's session is open, and returns its user.
    ///
    /// An access token outlives its session by some minutes, and a personal access token has no session: neither may
    /// create anything permanent.
    func requireOpenSession(_ context: RequestContext, at nowS: Int, _ transaction: SQLTransaction) throws -> UserID {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let usedAfterS = nowS - lifetimes.idleS
        guard try transaction.reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS) else {
            throw ServiceError(.unauthenticated, "This session is over; sign in again.")
        }
        return principal.user
    }

    static let accountMissing = ServiceError(.unauthenticated, "This account does not exist any more.")
}

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
