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
        let outcome = try await store.once(identity, context) { transaction in
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
