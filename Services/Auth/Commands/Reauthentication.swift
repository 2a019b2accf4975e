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
