import Foundation

/// Composes mails, in the language of the account.
///
/// They contain no text that a user has chosen, not even a name. So a client that requests mail to another address
/// cannot write to its owner.
struct MailTemplates: Sendable {
    /// The sender's address.
    var sender: String
    /// The base URL of the web app, without a trailing slash; nil if it is not configured.
    var publicURL: String?
    /// The texts in all languages.
    var texts: MailTexts

    /// Returns the message of a mail.
    ///
    /// - Parameters:
    ///   - mail: The queued mail.
    ///   - recipient: The recipient's address.
    ///   - language: The language tag of the profile; texts are in English without it, and in languages without texts.
    ///   - token: The token in the text; nil if its kind has none.
    ///   - date: When the message is sent.
    /// - Returns: The message to send.
    func message(
        _ mail: OutgoingMail,
        to recipient: String,
        in language: String?,
        token: MailToken?,
        date: Date
    ) -> MailMessage {
        let words = texts.words(in: language)
        let content = words.content(mail.kind)
        let middle = mail.kind.page.map { [instruction($0, token?.text ?? "", words)] } ?? []
        let paragraphs = [content.opening] + middle + [content.closing]
        return MailMessage(
            from: sender,
            to: recipient,
            subject: content.subject,
            text: paragraphs.joined(separator: "\n\n") + "\n",
            date: date,
            id: "\(mail.id).\(mail.attempts)"
        )
    }

    /// Returns the lines that show a link and the token.
    ///
    /// The token is in the fragment of the link, which no server, proxy or log receives.
    private func instruction(_ page: String, _ token: String, _ words: MailWords) -> String {
        guard let publicURL else { return "\(words.enterCode)\n\n\(token)" }
        return "\(words.openLink)\n\n\(publicURL)/\(page)#token=\(token)\n\n\(words.orEnterCode)\n\n\(token)"
    }
}

extension OutgoingMail.Kind {
    /// The page of the web app that uses the token; nil if the mail has none.
    fileprivate var page: String? {
        switch self {
        case .passwordReset: "reset-password"
        case .emailConfirmation, .addressConfirmation: "confirm-email"
        case .passwordChanged, .emailChangeNotice, .tokenMade: nil
        }
    }
}
