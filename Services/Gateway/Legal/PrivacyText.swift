import Contracts
import Foundation

/// The texts of the privacy notice in one language, without markup, from a file of `Texts` that translators edit.
///
/// Items may have the placeholders that ``RetentionPeriods/filled(_:)`` replaces.
struct PrivacyText: Decodable, Sendable {
    struct Section: Decodable, Sendable {
        let heading: String
        let paragraphs: [String]
        fileprivate(set) var items: [String]
    }

    let title: String
    let introduction: String
    /// The text before the operator's name.
    let operatorIs: String
    /// The text before the operator's contact.
    let contactIs: String
    /// The text if no operator is configured.
    let operatorIsUnknown: String
    private(set) var sections: [Section]

    /// Reads the bundled file of a language.
    ///
    /// - Throws: An error if it is missing, lacks a text, has an empty one, or has an unknown placeholder.
    init(_ language: PrivacyNotice.Language, _ periods: RetentionPeriods) throws {
        let file = "privacy.\(language.rawValue).json"
        let data = try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Texts/\(file)"))
        self = try JSONDecoder().decode(Self.self, from: data)
        let texts = sections.flatMap { [$0.heading] + $0.paragraphs + $0.items }
        guard !([title, introduction, operatorIs, contactIs, operatorIsUnknown] + texts).contains("") else {
            throw ServiceError(.internalError, "\(file) has an empty text.")
        }
        for index in sections.indices { sections[index].items = try sections[index].items.map(periods.filled) }
    }
}
