package import Contracts
import Storage

extension AuthService {
    /// Confirms the address at which somebody got the token: that of their account, or the one to change to.
    package func confirmEmail(_ request: AuthEmailConfirm, _ context: RequestContext) async throws -> Empty {
        let (token, nowS) = (try Self.mailToken(request.token), nowS)
        let event = try await store.write(context) { transaction -> SecurityEvent in
            if let (account, _) = try transaction.use(token, for: .addressConfirmation, at: nowS) {
                try transaction.confirmEmail(of: account.id, at: nowS)
                return .emailConfirmed(user: account.id)
            }
            guard let (account, email) = try transaction.use(token, for: .emailChange, at: nowS), let email else {
                throw Self.mailTokenIsVoid
            }
            // Somebody may have registered with it since it was asked for.
            if try transaction.reader.isRegistered(email) { throw Self.emailIsTaken }
            try transaction.changeEmail(of: account.id, to: email, at: nowS)
            // Nothing that went to the address that was is good for anything.
            try transaction.forgetMailRequests(of: account)
            try transaction.voidMailTokens(of: account.id)
            try transaction.emit(AccountEmailChanged(), of: account.id)
            return .emailChanged(user: account.id)
        }
        security.note(event, context)
        return Empty()
    }

    /// Refuses what would outlive a squatter: another person may have registered with an address that is not theirs.
    ///
    /// - Throws: `forbidden` where mail goes out and the address is not confirmed.
    func requireConfirmedEmail(of account: Account) throws(ServiceError) {
        guard settings.confirmsEmail, !account.isEmailConfirmed else { return }
        throw ServiceError(
            .forbidden,
            "Confirm your e-mail address first. Change it to the same address to get the mail again.",
            params: ["reason": "emailUnconfirmed"]
        )
    }
}
