package import Contracts
import Storage

extension AuthService {
    /// Changes the address with which somebody signs in to the one at which they got the token.
    package func confirmEmail(_ request: AuthEmailConfirm, _ context: RequestContext) async throws -> Empty {
        let (token, nowS) = (try Self.mailToken(request.token), nowS)
        let user = try await store.write(context) { transaction in
            guard let (account, email) = try transaction.use(token, for: .emailChange, at: nowS), let email else {
                throw Self.mailTokenIsVoid
            }
            // Somebody may have registered with it since it was asked for.
            if try transaction.reader.isRegistered(email) { throw Self.emailIsTaken }
            try transaction.changeEmail(of: account.id, to: email)
            // Nothing is kept about the address that was, and nothing that went there is good for anything.
            try transaction.clearFailures(account.emailHash)
            try transaction.forgetMailRequests(of: account)
            try transaction.voidMailTokens(of: account.id)
            try transaction.emit(AccountEmailChanged(), of: account.id)
            return account.id
        }
        security.note(.emailChanged(user: user), context)
        return Empty()
    }
}
