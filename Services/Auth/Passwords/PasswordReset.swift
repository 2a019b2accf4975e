package import Contracts
import Storage

extension AuthService {
    /// Queues a mail with which the owner of the address can set another password.
    ///
    /// Neither the reply nor the number of reads and writes reveals whether the address has an account. Without an
    /// account, or after enough mail to the address, a mail without a recipient is queued, which the dispatcher
    /// discards. The dispatcher polls once a second, so its work is not tied to the time of the request.
    package func forgotPassword(_ request: AuthPasswordForgot, _ context: RequestContext) async throws -> Empty {
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        let (client, recipient) = (
            MailRequester.client(NetworkClient(request.client, context), key: clientKey),
            MailRequester.recipient(email.text, key: counterKey)
        )
        let nowS = nowS
        return try await store.write(context) { transaction in
            try transaction.requireMailAllowed(client, at: nowS)
            let hasEnough = try transaction.reader.mailBlockedForS(recipient, at: nowS) != nil
            let user = try transaction.reader.user(email: email.text)
            for requester in [client, recipient] { try transaction.count(requester, at: nowS) }
            try transaction.enqueue(
                OutgoingMail(account: hasEnough ? nil : user, kind: .passwordReset),
                at: nowS
            )
            return Empty()
        }
    }
}

extension AuthService {
    /// Sets another password by a mailed token, ends all sessions, and sends a notice by mail.
    package func resetPassword(_ request: AuthPasswordReset, _ context: RequestContext) async throws -> Empty {
        try commonPasswords.refuse(request.password)
        let (token, nowS) = (try Self.mailToken(request.token), nowS)
        // Checked before as well, so that made-up tokens cannot cause expensive hashes.
        guard try await store.read({ try $0.isValid(token, for: .passwordReset, at: nowS) }) else {
            throw Self.invalidMailToken
        }
        let client = NetworkClient(request.client, context)
        let hash = try await passwords.hash(request.password, for: .client(client.text), before: context.deadline)
        let (user, ended, removesFactor) = try await store.write(context) { transaction -> (UserID, Int, Bool) in
            guard let account = try transaction.use(token, for: .passwordReset, at: nowS)?.account else {
                throw Self.invalidMailToken
            }
            try transaction.renewHash(of: account, to: hash)
            // If the address was never confirmed, another person may have set up the second factor.
            let removesFactor = try !account.isEmailConfirmed && transaction.reader.totp(of: account.id) != nil
            if removesFactor { try transaction.removeTotp(of: account.id) }
            try transaction.confirmEmail(of: account.id, at: nowS)
            let ended = try transaction.endSessions(of: account.id, except: nil, at: nowS)
            try transaction.voidMailTokens(of: account.id)
            try transaction.removeTokens(of: account.id)
            try transaction.enqueue(OutgoingMail(account: account.id, kind: .passwordChanged), at: nowS)
            return (account.id, ended, removesFactor)
        }
        security.record(.passwordRecovered(user: user), context, client)
        if removesFactor { security.record(.secondFactorOff(user: user), context, client) }
        security.recordEnded(ended, of: user, .passwordReset, context)
        return Empty()
    }

    /// Parses a token.
    ///
    /// - Throws: The same error as for a void token, so that the two are indistinguishable.
    static func mailToken(_ text: String) throws(ServiceError) -> MailToken {
        guard let token = MailToken(text) else { throw invalidMailToken }
        return token
    }

    static let invalidMailToken = ServiceError.invalid([
        FieldError("token", .notAllowed, "token was used already or has expired; request another mail.")
    ])
}
