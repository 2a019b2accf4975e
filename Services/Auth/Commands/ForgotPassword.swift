package import Contracts
import Storage

extension AuthService {
    /// Promises a mail with which whoever owns the address can set another password.
    ///
    /// Nothing tells whether the address has an account: the answer is the same, and so are the reads and writes, down to
    /// their number. Where there is none, or where the address got enough mail of late, a mail of nobody is promised, which
    /// the sender throws away; and it looks once a second, so its work does not follow the request.
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
            let hasEnough = try transaction.reader.mailRefusedForS(recipient, at: nowS) != nil
            let user = try transaction.reader.user(email: email.text)
            for requester in [client, recipient] { try transaction.count(requester, at: nowS) }
            try transaction.promise(
                OutgoingMail(account: hasEnough ? nil : user, kind: .passwordReset),
                at: nowS
            )
            return Empty()
        }
    }
}
