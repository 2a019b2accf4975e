import Contracts
import Foundation

/// The texts of the privacy notice in one language, without markup, from a file of `Texts` that translators edit.
///
/// Items may have the placeholders that ``RetentionPeriods/filled(_:)`` replaces. The item `{services}` stands for one
/// of each service with a database, from `Texts/services`.
struct PrivacyText: Decodable, Sendable {
    struct Section: Decodable, Sendable {
        let heading: String
        let paragraphs: [String]
        fileprivate(set) var items: [String]
    }

    /// The item that stands for those of services.
    private static let servicesPlaceholder = "{services}"

    let title: String
    let introduction: String
    /// The text before the operator's name.
    let operatorIs: String
    /// The text before the operator's contact.
    let contactIs: String
    /// The text if no operator is configured.
    let operatorIsUnknown: String
    private(set) var sections: [Section]

    /// Reads the bundled file of a language, and those of services.
    ///
    /// - Throws: An error if one is missing, lacks a text, has an empty one, or has an unknown placeholder.
    init(_ language: PrivacyNotice.Language, _ periods: RetentionPeriods) throws {
        let file = "privacy.\(language.rawValue).json"
        self = try Self.read(Self.self, file)
        let services = try ServiceName.withDatabase.map { try Self.item(of: $0, language) }
        for index in sections.indices {
            sections[index].items = sections[index].items.flatMap { $0 == Self.servicesPlaceholder ? services : [$0] }
        }
        let texts = sections.flatMap { [$0.heading] + $0.paragraphs + $0.items }
        guard !([title, introduction, operatorIs, contactIs, operatorIsUnknown] + texts).contains("") else {
            throw ServiceError(.internalError, "\(file) has an empty text.")
        }
        for index in sections.indices { sections[index].items = try sections[index].items.map(periods.filled) }
    }

    /// Returns what the notice says of a service.
    ///
    /// - Throws: An error if the service has no file, or the file lacks the language.
    private static func item(of service: ServiceName, _ language: PrivacyNotice.Language) throws -> String {
        let file = "services/\(service).json"
        guard let text = try read([String: String].self, file)[language.rawValue] else {
            throw ServiceError(.internalError, "\(file) lacks the language \(language.rawValue).")
        }
        return text
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ file: String) throws -> Value {
        let data = try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Texts/\(file)"))
        return try JSONDecoder().decode(type, from: data)
    }
}
