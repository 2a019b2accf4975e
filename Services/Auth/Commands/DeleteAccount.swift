package import Contracts
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
        guard try await isPassword(request.password, of: account, context) else {
            throw try await countedGuess(of: account, context)
        }
        // Before the transaction, which other writes wait for. It may still refuse, so that nothing is removed yet.
        try await store.searchTraces(of: user)
        // As nobody's request: of two at once, the second finds the account gone.
        let nowS = nowS
        try await store.write(.own(timeoutMs: context.deadline.millisecondsLeft)) { transaction in
            guard try transaction.reader.account(user) != nil else { return }
            _ = try requireOpenSession(context, at: nowS, transaction)
            try require(account, at: nowS, context, transaction)
            try transaction.erase(user) { user, transaction in try transaction.eraseAccount(of: user, at: nowS) }
        }
        security.note(.accountDeleted(user: user), context)
        return Empty()
    }
}
