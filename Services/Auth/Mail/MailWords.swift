import Contracts
import Foundation

/// The texts of all mails in one language, from a file of `Texts` that translators edit.
///
/// Lines have some 70 columns, because mail programs show plain text as it is.
struct MailWords: Decodable, Sendable {
    /// The text of one kind of mail.
    struct Content: Decodable, Sendable {
        let subject: String
        /// What has happened, before the link and the code.
        let opening: String
        /// How long it is valid, and what to do if the recipient did not cause the mail.
        let closing: String
    }

    let enterCode: String
    let openLink: String
    let orEnterCode: String
    private let passwordReset: Content
    private let passwordChanged: Content
    private let emailConfirmation: Content
    private let emailChangeNotice: Content
    private let addressConfirmation: Content
    private let tokenMade: Content

    /// All texts, for a check.
    fileprivate var texts: [String] {
        let contents = [
            passwordReset, passwordChanged, emailConfirmation, emailChangeNotice, addressConfirmation, tokenMade,
        ]
        return [enterCode, openLink, orEnterCode] + contents.flatMap { [$0.subject, $0.opening, $0.closing] }
    }

    func content(_ kind: OutgoingMail.Kind) -> Content {
        switch kind {
        case .passwordReset: passwordReset
        case .passwordChanged: passwordChanged
        case .emailConfirmation: emailConfirmation
        case .emailChangeNotice: emailChangeNotice
        case .addressConfirmation: addressConfirmation
        case .tokenMade: tokenMade
        }
    }
}

/// The texts of mails in all languages that have some.
struct MailTexts: Sendable {
    /// The codes of the languages, English first.
    private static let codes = ["en", "uk", "th"]

    private let english: MailWords
    private let others: [String: MailWords]

    /// Reads the bundled files.
    ///
    /// - Throws: An error if one is missing, lacks a text, or has an empty one.
    init() throws {
        english = try Self.words("en")
        others = try Dictionary(uniqueKeysWithValues: Self.codes.dropFirst().map { ($0, try Self.words($0)) })
    }

    /// Returns the texts in the language of a tag, without regard to its region; in English if there are none.
    func words(in tag: String?) -> MailWords { tag.flatMap { others[LanguageTag.code(of: $0)] } ?? english }

    private static func words(_ code: String) throws -> MailWords {
        let words = try JSONDecoder().decode(MailWords.self, from: BundledText.data("mail.\(code).json"))
        guard words.texts.allSatisfy({ !$0.isEmpty }) else {
            throw ServiceError(.internalError, "mail.\(code).json has an empty text.")
        }
        return words
    }
}
