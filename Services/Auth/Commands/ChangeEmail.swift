package import Contracts
import Storage

extension AuthService {
    /// Promises a mail to the new address, by which it is confirmed, and a notice to the present one.
    package func changeEmail(_ request: AuthEmailChange, _ context: RequestContext) async throws -> Empty {
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        let account = try await owner(showing: request.currentPassword, context)
        guard email.text != account.email else {
            throw ServiceError.invalid([FieldError("email", .notAllowed, "email is the one that you have already.")])
        }
        let nowS = nowS
        let outcome = try await store.once(EmailChangeIdentity(email: email.text), context) { transaction in
            _ = try requireOpenSession(context, at: nowS, transaction)
            try require(account, at: nowS, transaction)
            try transaction.clearFailures(account.emailHash)
            return EmailChangeIdentity.Outcome(
                isTaken: try !transaction.promiseEmailChange(of: account, to: email, at: nowS)
            )
        }
        // Told after the question was counted, so that nobody asks without end who has an account.
        if outcome.isTaken { throw Self.emailIsTaken }
        return Empty()
    }

    static let emailIsTaken = ServiceError(
        .conflict,
        "This e-mail address has an account already.",
        params: ["field": "email"]
    )
}

/// A change of address without the password, because a fast hash of it would be kept.
private struct EmailChangeIdentity: Contract {
    struct Outcome: Codable, Sendable {
        var isTaken: Bool
    }

    typealias Reply = Outcome

    static var method: Contracts.Method { AuthEmailChange.method }

    var email: String
}

extension SQLTransaction {
    /// False, and nothing is promised, if the address is somebody's.
    fileprivate func promiseEmailChange(of account: Account, to email: EmailAddress, at nowS: Int) throws -> Bool {
        for requester in [MailRequester.account(account.id), .recipient(email.text)] {
            try requireMailAllowed(requester, at: nowS)
            try count(requester, at: nowS)
        }
        if try reader.isRegistered(email.text) { return false }
        try voidEmailChange(of: account.id)
        try promise(
            OutgoingMail(account: account.id, kind: .emailConfirmation, recipient: email.text),
            at: nowS
        )
        try promise(
            OutgoingMail(account: account.id, kind: .emailChangeNotice, recipient: account.email),
            at: nowS
        )
        return true
    }
}
