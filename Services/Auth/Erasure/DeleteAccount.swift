package import Contracts
import Storage

extension AuthService {
    /// Erases the caller's account, and publishes the event on which every other service erases the user's data.
    package func deleteAccount(_ request: AuthAccountDelete, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        guard let account = try await store.read({ try $0.account(user) }) else {
            // The reply to an earlier request was lost.
            if try await store.isErased(user) { return Empty() }
            throw ServiceError(.unauthenticated, "This account does not exist any more.")
        }
        guard try await verifyPassword(request.password, of: account, context) else {
            throw try await countFailedPassword(of: account, context)
        }
        // Runs before the transaction, because other writes wait for that. The transaction may still fail, so nothing
        // is removed yet.
        try await store.searchTraces(of: user)
        // Written without the request's identity: the second of two concurrent requests finds no account.
        let nowS = nowS
        try await store.write(.own(timeoutMs: context.deadline.millisecondsLeft)) { transaction in
            guard try transaction.reader.account(user) != nil else { return }
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            try transaction.erase(user) { user, transaction in try transaction.eraseAccount(of: user, at: nowS) }
        }
        security.record(.accountDeleted(user: user), context)
        return Empty()
    }
}

extension SQLTransaction {
    /// Removes an account, and publishes the event on which every other service erases the user's data.
    func eraseAccount(of user: UserID, at nowS: Int) throws {
        guard let account = try reader.account(user) else { return }
        // Gateways learn of the ended sessions from the erasure event, so no other event is needed.
        try storeEnded(try reader.sessionsWithTokens(of: user, except: nil, at: nowS), at: nowS)
        try remove(account)
        try deleteMailRequests(of: account)
        try insert(PendingErasure(user: user, sequence: try emit(AccountErased(), of: user)))
    }
}
