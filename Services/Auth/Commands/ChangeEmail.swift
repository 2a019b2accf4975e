package import Contracts
import Storage

extension AuthService {
    /// Promises a mail to the new address, by which it is confirmed, and a notice to the present one.
    package func changeEmail(_ request: AuthEmailChange, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        guard let email = EmailAddress(request.email) else {
            throw ServiceError.invalid([FieldError("email", .wrongFormat, EmailAddress.rule)])
        }
        guard let account = try await store.read({ try $0.account(user) }) else {
            throw ServiceError(.unauthenticated, "This account is not there any more.")
        }
        guard try await isPassword(request.currentPassword, of: account, context) else {
            throw try await countedGuess(of: account, context)
        }
        guard email.text != account.email else {
            throw ServiceError.invalid([FieldError("email", .notAllowed, "email is the one that you have already.")])
        }
        let nowS = nowS
        return try await store.once(EmailChangeIdentity(email: email.text), context) { transaction in
            guard try transaction.reader.account(user)?.passwordHash == account.passwordHash else {
                throw ServiceError(.conflict, "The password was changed meanwhile.")
            }
            try transaction.clearFailures(account.emailHash)
            try transaction.promiseEmailChange(of: account, to: email, at: nowS)
            return Empty()
        }
    }

    static let emailIsTaken = ServiceError(
        .conflict,
        "This e-mail address has an account already.",
        params: ["field": "email"]
    )
}

/// A change of address without the password, because a fast hash of it would be kept.
private struct EmailChangeIdentity: Contract {
    typealias Reply = Empty

    static var method: Contracts.Method { AuthEmailChange.method }

    var email: String
}

extension SQLTransaction {
    fileprivate func promiseEmailChange(of account: Account, to email: EmailAddress, at nowS: Int) throws {
        for requester in [MailRequester.account(account.id), .recipient(email.text)] {
            try requireMailAllowed(requester, at: nowS)
            try count(requester, at: nowS)
        }
        if try reader.isRegistered(email.text) { throw AuthService.emailIsTaken }
        try voidEmailChange(of: account.id)
        try promise(
            OutgoingMail(account: account.id, kind: .emailConfirmation, recipient: email.text),
            at: nowS
        )
        try promise(
            OutgoingMail(account: account.id, kind: .emailChangeNotice, recipient: account.email),
            at: nowS
        )
    }
}
