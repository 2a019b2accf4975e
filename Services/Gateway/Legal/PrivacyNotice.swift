/// The privacy notice as an HTML page: which personal data is stored, where, and for how long.
package struct PrivacyNotice: Sendable {
    /// A language of the page, by its tag (BCP 47).
    package enum Language: String, CaseIterable, Sendable {
        case english = "en"
        case ukrainian = "uk"
        case thai = "th"

        /// The language's own name.
        fileprivate var name: String {
            switch self {
            case .english: "English"
            case .ukrainian: "Українська"
            case .thai: "ไทย"
            }
        }
    }

    private let operatorName: String?
    private let operatorContact: String?
    private let english: PrivacyText
    private let ukrainian: PrivacyText
    private let thai: PrivacyText

    /// Makes the notice, with texts from the bundled files.
    ///
    /// - Parameters:
    ///   - operatorName: The operator's name; nil if not configured.
    ///   - operatorContact: An e-mail address, a web address or a sentence.
    ///   - periods: The retention periods.
    /// - Throws: An error if a file is missing, lacks a text, or has an unknown placeholder.
    package init(
        operatorName: String?,
        operatorContact: String?,
        periods: RetentionPeriods = RetentionPeriods()
    ) throws {
        self.operatorName = Self.entered(operatorName)
        self.operatorContact = Self.entered(operatorContact)
        english = try PrivacyText(.english, periods)
        ukrainian = try PrivacyText(.ukrainian, periods)
        thai = try PrivacyText(.thai, periods)
    }

    /// Returns the page in a language, as HTML without scripts, styles or external resources.
    package func html(_ language: Language) -> String {
        let text = text(in: language)
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(text.title)</title>
            </head>
            <body>
            <nav>\(Self.links(but: language))</nav>
            <main>
            <h1>\(text.title)</h1>
            <p>\(text.introduction)</p>
            \(operatorLines(text))
            \(text.sections.map(Self.html).joined(separator: "\n"))
            </main>
            </body>
            </html>

            """
    }

    /// Selects the language of the page.
    ///
    /// The order is: the requested language, then the first available one of the reader's languages, then English.
    ///
    /// - Parameters:
    ///   - asked: The tag in the query.
    ///   - accepted: The header `Accept-Language` (RFC 9110 §12.5.4).
    /// - Returns: The best match.
    package static func language(asked: String?, accepted: String?) -> Language {
        if let asked, let language = Language(rawValue: asked.lowercased()) { return language }
        let preferences = (accepted ?? "").split(separator: ",").compactMap(LanguagePreference.init)
        // Ties on weight keep the header's order.
        let best = preferences.enumerated().max { ($0.element.weight, $1.offset) < ($1.element.weight, $0.offset) }
        return best?.element.language ?? .english
    }

    /// A language that the reader accepts, and its weight.
    private struct LanguagePreference {
        let language: Language
        let weight: Double

        init?(_ text: Substring) {
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard let tag = parts.first?.split(separator: "-").first, let language = Language(rawValue: String(tag))
            else { return nil }
            self.language = language
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            weight = quality.map { Double($0) ?? 0 } ?? 1
            if weight <= 0 { return nil }
        }
    }

    private func text(in language: Language) -> PrivacyText {
        switch language {
        case .english: english
        case .ukrainian: ukrainian
        case .thai: thai
        }
    }

    private func operatorLines(_ text: PrivacyText) -> String {
        guard operatorName != nil || operatorContact != nil else { return "<p>\(text.operatorIsUnknown)</p>" }
        let name = operatorName.map { "<p>\(text.operatorIs) \(Self.escaped($0)).</p>" }
        let contact = operatorContact.map { "<p>\(text.contactIs) \(Self.link($0)).</p>" }
        return [name, contact].compactMap(\.self).joined(separator: "\n")
    }

    private static func html(_ section: PrivacyText.Section) -> String {
        let items = section.items.map { "<li>\($0)</li>" }.joined(separator: "\n")
        return (["<h2>\(section.heading)</h2>"] + section.paragraphs.map { "<p>\($0)</p>" } + ["<ul>\n\(items)\n</ul>"])
            .joined(separator: "\n")
    }

    private static func links(but current: Language) -> String {
        Language.allCases.filter { $0 != current }.map { language in
            """
            <a href="?language=\(language.rawValue)" hreflang="\(language.rawValue)" lang="\(language.rawValue)">\
            \(language.name)</a>
            """
        }.joined(separator: " ")
    }

    /// Returns a contact as HTML: a link for web and e-mail addresses, else plain text.
    private static func link(_ contact: String) -> String {
        guard let url = SecurityContact.url(of: contact) else { return escaped(contact) }
        return "<a href=\"\(escaped(url))\">\(escaped(contact))</a>"
    }

    private static func entered(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
    }
}
