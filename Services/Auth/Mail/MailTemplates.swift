import Foundation

/// The texts of all mails.
///
/// They contain no text that a user has chosen, not even a name. So a client that requests mail to another address
/// cannot write to its owner.
struct MailTemplates: Sendable {
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
        case .emailChangeNotice: ("A change of e-mail address was requested", Self.emailChangeNotice)
        case .addressConfirmation: ("Confirm your e-mail address", addressConfirmation(token))
        case .tokenMade: ("An access token was created", Self.tokenMade)
        }
    }

    private func passwordReset(_ token: String) -> String {
        """
        Another password was requested for your Mealwire account.

        \(instruction("reset-password", token))

        This is valid once, for one hour. If you did not request it, ignore
        this mail: nothing has changed.

        """
    }

    private func emailConfirmation(_ token: String) -> String {
        """
        This e-mail address was requested for the sign-in to a Mealwire
        account. Confirm that it is yours.

        \(instruction("confirm-email", token))

        This is valid once, for one hour. If you did not request it, ignore
        this mail: nothing has changed.

        """
    }

    private func addressConfirmation(_ token: String) -> String {
        """
        A Mealwire account was created with this e-mail address. If you
        created it, confirm the address: a second factor and access tokens
        need that.

        \(instruction("confirm-email", token))

        This is valid once, for one hour. If you did not create the account,
        do not confirm it. To take over the account, request another password.

        """
    }

    private static let tokenMade = """
        A personal access token of your Mealwire account was created. A
        program that has it can use your account as far as its scopes allow.

        If this was not you, change your password now and revoke your tokens.

        """

    private static let passwordChanged = """
        The password of your Mealwire account was reset with a link or code
        that was mailed to this address. All devices were signed out.

        If this was not you, another person can read your mail: secure your
        mailbox first, and then request another password.

        """

    private static let emailChangeNotice = """
        A change of your Mealwire account's e-mail address was requested with
        your password. It takes effect as soon as the new address is confirmed.

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
