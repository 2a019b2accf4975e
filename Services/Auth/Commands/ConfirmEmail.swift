package import Contracts
import Storage

extension AuthService {
    /// Confirms the address to which the token was mailed: the account's present address, or its next one.
    package func confirmEmail(_ request: AuthEmailConfirm, _ context: RequestContext) async throws -> Empty {
        let (token, nowS) = (try Self.mailToken(request.token), nowS)
        let event = try await store.write(context) { transaction -> SecurityEvent in
            if let (account, _) = try transaction.use(token, for: .addressConfirmation, at: nowS) {
                try transaction.confirmEmail(of: account.id, at: nowS)
                return .emailConfirmed(user: account.id)
            }
            guard let (account, email) = try transaction.use(token, for: .emailChange, at: nowS), let email else {
                throw Self.invalidMailToken
            }
            // Another account may have taken the address since the request.
            if try transaction.reader.isRegistered(email) { throw Self.emailTaken }
            try transaction.changeEmail(of: account.id, to: email, at: nowS)
            // Tokens mailed to the former address become void.
            try transaction.deleteMailRequests(of: account)
            try transaction.voidMailTokens(of: account.id)
            try transaction.emit(AccountEmailChanged(), of: account.id)
            return .emailChanged(user: account.id)
        }
        security.record(event, context)
        return Empty()
    }

    /// Requires a confirmed address, where mail leaves this host.
    ///
    /// Another person may have registered with an address that is not theirs; what they set up must not outlast them.
    ///
    /// - Throws: `forbidden` if mail leaves this host and the address is not confirmed.
    func requireConfirmedEmail(of account: Account) throws(ServiceError) {
        guard settings.requiresEmailConfirmation, !account.isEmailConfirmed else { return }
        throw ServiceError(
            .forbidden,
            "Confirm your e-mail address first. Change it to the same address to get the mail again.",
            params: ["reason": "emailUnconfirmed"]
        )
    }
}
