import Foundation

/// The texts of all mails.
///
/// They contain no text that a user has chosen, not even a name. So a client that requests mail to another address
/// cannot write to its owner.
struct MailLetters: Sendable {
    /// The sender's address.
    var sender: String
    /// The base URL of the web app, without a trailing slash; nil if it is not configured.
    var publicURL: String?

    /// Returns the message of a mail.
    ///
    /// - Parameters:
    ///   - mail: The queued mail.
    ///   - recipient: The recipient's address.
    ///   - token: The token in the text; nil if its kind has none.
    ///   - date: When the message is sent.
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

    /// Returns the lines that show a link and the token.
    ///
    /// The token is in the fragment of the link, which no server, proxy or log receives.
    private func instruction(_ page: String, _ token: String) -> String {
        guard let publicURL else { return "Enter this code where you were asked for it:\n\n\(token)" }
        return "Open this link:\n\n\(publicURL)/\(page)#token=\(token)\n\nOr enter this code:\n\n\(token)"
    }
}
