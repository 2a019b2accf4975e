/// What is kept about people, where and for how long, in plain words, as a page for any browser.
package struct PrivacyNotice: Sendable {
    /// A language that the page is written in, by its tag (BCP 47).
    package enum Language: String, CaseIterable, Sendable {
        case english = "en"
        case ukrainian = "uk"
        case thai = "th"

        /// The name that those who speak it look for.
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
    private let figures: RetentionFigures

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - operatorName: Who runs the set; nil if they did not say.
    ///   - operatorContact: An e-mail address, a web address or a sentence.
    ///   - figures: For how long things are kept.
    package init(operatorName: String?, operatorContact: String?, figures: RetentionFigures = RetentionFigures()) {
        self.operatorName = Self.entered(operatorName)
        self.operatorContact = Self.entered(operatorContact)
        self.figures = figures
    }

    /// The page in a language, as HTML without scripts, styles or anything from elsewhere.
    package func html(_ language: Language) -> String {
        let text = PrivacyText.text(language, figures)
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

    /// The language to answer in: the one asked for, else the first of the reader's that there is, else English.
    ///
    /// - Parameters:
    ///   - asked: The tag in the address.
    ///   - accepted: The header `Accept-Language` (RFC 9110 §12.5.4).
    /// - Returns: The best there is.
    package static func language(asked: String?, accepted: String?) -> Language {
        if let asked, let language = Language(rawValue: asked.lowercased()) { return language }
        let wishes = (accepted ?? "").split(separator: ",").compactMap(Wish.init)
        // Sorted by hand, as those of one weight stay in their order.
        let best = wishes.enumerated().max { ($0.element.weight, $1.offset) < ($1.element.weight, $0.offset) }
        return best?.element.language ?? .english
    }

    /// A language that a reader takes, and how gladly.
    private struct Wish {
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

    /// How to reach somebody, to be clicked at where that can be done without harm.
    private static func link(_ contact: String) -> String {
        let text = escaped(contact)
        guard !contact.contains(where: \.isWhitespace) else { return text }
        if contact.hasPrefix("https://") || contact.hasPrefix("http://") { return "<a href=\"\(text)\">\(text)</a>" }
        return contact.contains("@") && !contact.contains(":") ? "<a href=\"mailto:\(text)\">\(text)</a>" : text
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
