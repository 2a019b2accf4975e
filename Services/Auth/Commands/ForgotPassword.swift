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
