import Foundation

/// What mail says.
///
/// Nothing that anybody chose stands in it, not even a name: who asks for mail to somebody else cannot write to them.
struct MailLetters: Sendable {
    /// The address that mail comes from.
    var sender: String
    /// Under which people reach the web app, without a slash at its end; nil where nobody said so.
    var publicURL: String?

    /// The message of a mail.
    ///
    /// - Parameters:
    ///   - mail: What it is.
    ///   - recipient: Where it goes.
    ///   - token: What it brings along; nil where its kind brings none.
    ///   - date: When it is sent.
    /// - Returns: The message to send.
    func message(_ mail: OutgoingMail, to recipient: String, token: MailToken?, date: Date) -> MailMessage {
        let (subject, text) = content(mail.kind, token?.text ?? "")
        return MailMessage(
            from: sender,
            to: recipient,
            subject: subject,
            text: text,
            date: date,
            id: "\(mail.id).\(mail.attempts)"
        )
    }

    private func content(_ kind: OutgoingMail.Kind, _ token: String) -> (subject: String, text: String) {
        switch kind {
        case .passwordReset: ("Set another password", passwordReset(token))
        case .passwordChanged: ("Your password was changed", Self.passwordChanged)
        case .emailConfirmation: ("Confirm your e-mail address", emailConfirmation(token))
        case .emailChangeNotice: ("Another e-mail address was asked for", Self.emailChangeNotice)
        case .addressConfirmation: ("Confirm your e-mail address", addressConfirmation(token))
        case .tokenMade: ("An access token was made", Self.tokenMade)
        }
    }

    private func passwordReset(_ token: String) -> String {
        """
        Somebody, hopefully you, asked to set another password for your
        Mealwire account.

        \(instruction("reset-password", token))

        This is good once, and for one hour. If you did not ask for it, ignore
        this mail: nothing has changed.

        """
    }

    private func emailConfirmation(_ token: String) -> String {
        """
        Somebody, hopefully you, wants to sign in to Mealwire with this e-mail
        address. Confirm that it is yours.

        \(instruction("confirm-email", token))

        This is good once, and for one hour. If you did not ask for it, ignore
        this mail: nothing has changed.

        """
    }

    private func addressConfirmation(_ token: String) -> String {
        """
        A Mealwire account was made with this e-mail address. If you made it,
        confirm the address: a second factor and access tokens need that.

        \(instruction("confirm-email", token))

        This is good once, and for one hour. If you did not make the account,
        do not confirm it. To take the account over, ask for another password.

        """
    }

    private static let tokenMade = """
        A personal access token of your Mealwire account was made. A program
        that has it can use your account as far as its scopes allow.

        If this was not you, change your password now and revoke your tokens.

        """

    private static let passwordChanged = """
        The password of your Mealwire account was set anew by a link that was
        mailed to this address. All devices were signed out.

        If this was not you, somebody else can read your mail: secure your
        mailbox first, and then ask for another password.

        """

    private static let emailChangeNotice = """
        Somebody who knows your password asked to sign in to your Mealwire
        account with another e-mail address from now on. It holds as soon as
        it is confirmed from there.

        If this was not you, change your password now: that ends the request.

        """

    /// The token stands behind `#`, where no server, proxy or log along the way gets to see it.
    private func instruction(_ page: String, _ token: String) -> String {
        guard let publicURL else { return "Enter this code where you were asked for it:\n\n\(token)" }
        return "Open this link:\n\n\(publicURL)/\(page)#token=\(token)\n\nOr enter this code:\n\n\(token)"
    }
}
