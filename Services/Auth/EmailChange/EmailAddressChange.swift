package import Contracts
import FoundationEssentials
import Storage

extension AuthService {
    /// Queues a mail that confirms the new address, and a notice to the present one.
    package func changeEmail(_ request: AuthEmailChange, _ context: RequestContext) async throws -> Empty {
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        let account = try await reauthenticate(with: request.currentPassword, context)
        guard email.text != account.email else {
            if settings.requiresEmailConfirmation, !account.isEmailConfirmed {
                return try await enqueueConfirmation(to: account, context)
            }
            throw ServiceError.invalid([
                FieldError("email", .notAllowed, "email must differ from your present address.")
            ])
        }
        let (nowS, key) = (nowS, counterKey)
        let identity = EmailChangeIdentity(emailHash: Fingerprint.of(Array(email.text.utf8), key: key))
        let outcome = try await store.writeIdempotently(identity, context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            return EmailChangeIdentity.Outcome(
                isTaken: try !transaction.enqueueEmailChange(of: account, to: email, key: key, at: nowS)
            )
        }
        // Reported after the request was counted, so that clients cannot probe for accounts without limit.
        if outcome.isTaken { throw Self.emailTaken }
        return Empty()
    }

    /// Queues another mail that confirms the account's present address.
    private func enqueueConfirmation(to account: Account, _ context: RequestContext) async throws -> Empty {
        let (nowS, key) = (nowS, counterKey)
        return try await store.write(context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try requireReauthentication(of: account, at: nowS, context, transaction)
            for requester in [MailRequester.account(account.id), .recipient(account.email, key: key)] {
                try transaction.requireMailAllowed(requester, at: nowS)
                try transaction.count(requester, at: nowS)
            }
            try transaction.withdrawMail(.addressConfirmation, of: account.id)
            try transaction.enqueue(OutgoingMail(account: account.id, kind: .addressConfirmation), at: nowS)
            return Empty()
        }
    }

    static let emailTaken = ServiceError(
        .conflict,
        "This e-mail address has an account already.",
        params: ["field": "email"]
    )
}

/// The idempotency identity of a change of address.
///
/// It leaves out the password, because the database would store a fast hash of it. The address is a keyed hash, so that
/// a copy of the database does not reveal it.
private struct EmailChangeIdentity: Contract {
    struct Outcome: Codable, Sendable {
        var isTaken: Bool
    }

    typealias Reply = Outcome

    static var method: Contracts.Method { AuthEmailChange.method }

    var emailHash: Data
}

extension SQLTransaction {
    /// Queues the mails of a change of address; returns false and queues nothing if the address has an account.
    fileprivate func enqueueEmailChange(
        of account: Account,
        to email: EmailAddress,
        key: [UInt8],
        at nowS: Int
    ) throws -> Bool {
        for requester in [MailRequester.account(account.id), .recipient(email.text, key: key)] {
            try requireMailAllowed(requester, at: nowS)
            try count(requester, at: nowS)
        }
        if try reader.isRegistered(email.text) { return false }
        try voidEmailChange(of: account.id)
        try enqueue(
            OutgoingMail(account: account.id, kind: .emailConfirmation, recipient: email.text),
            at: nowS
        )
        try enqueue(
            OutgoingMail(account: account.id, kind: .emailChangeNotice, recipient: account.email),
            at: nowS
        )
        return true
    }
}

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

extension SQLTransaction {
    /// Changes an account's address; it must be free, and confirmed by a mailed token.
    func changeEmail(of user: UserID, to email: String, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email = ?, email_confirmed_at = ? WHERE id = ?",
            [email, nowS, user.description]
        )
    }

    /// Stores that the owner of an account's address has confirmed it.
    func confirmEmail(of user: UserID, at nowS: Int) throws {
        try execute(
            "UPDATE account SET email_confirmed_at = coalesce(email_confirmed_at, ?) WHERE id = ?",
            [nowS, user.description]
        )
    }
}
