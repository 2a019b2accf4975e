package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// Erases the caller's account, and has every other service erase what it keeps about them.
    package func deleteAccount(_ request: AuthAccountDelete, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        guard let account = try await store.read({ try $0.account(user) }) else {
            // The first answer was lost.
            if try await store.isErased(user) { return Empty() }
            throw ServiceError(.unauthenticated, "This account is not there any more.")
        }
        let emailHash = Fingerprint.of(Array(account.email.utf8))
        try await verify(request.password, of: account, emailHash, context)
        // As nobody's request: of two at once, the second finds the account gone.
        try await store.write(.own(timeoutMs: context.deadline.millisecondsLeft)) { transaction in
            guard try transaction.reader.account(user) != nil else { return }
            try transaction.erase(user) { user, transaction in try transaction.eraseAccount(of: user) }
        }
        return Empty()
    }

    /// Guesses count as they do when somebody signs in.
    private func verify(
        _ password: String,
        of account: Account,
        _ emailHash: Data,
        _ context: RequestContext
    ) async throws {
        let nowS = nowS
        let blockedForS = try await store.read { try $0.blockedForS(emailHash, at: nowS) }
        if let blockedForS { throw Self.blocked(forS: blockedForS) }
        if try await passwords.verify(password, against: account.passwordHash, before: context.deadline) { return }
        _ = try await store.write(context) { try $0.countFailure(emailHash, at: nowS) }
        throw ServiceError(.wrongCredentials, "The password is wrong.")
    }
}
