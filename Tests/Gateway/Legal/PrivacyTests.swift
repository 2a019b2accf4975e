import Auth
import Contracts
import Foundation
import Gateway
import Storage
import Testing

@Suite struct PrivacyTests {
    /// Values that differ from each other and from all defaults.
    private static var oddPeriods: [(WritableKeyPath<RetentionPeriods, Int>, Int)] {
        [
            (\.sessionDays, 90_001), (\.eventDays, 90_002), (\.answerHours, 90_003), (\.guessMinutes, 90_004),
            (\.mailRequestMinutes, 90_005), (\.mailLinkMinutes, 90_006), (\.mailAttempts, 90_007),
            (\.exportMinutes, 90_008), (\.removalDays, 90_009), (\.importMinutes, 90_010),
        ]
    }

    private static let texts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Services/Gateway/Texts").standardizedFileURL

    @Test func `the notice has the retention periods of the services`() {
        let periods = RetentionPeriods()
        #expect(periods.sessionDays == AuthSettings().sessionDays)
        #expect(periods.eventDays * 86_400 == Store.eventLifetimeS)
        #expect(periods.answerHours * 3_600 == Store.replyLifetimeS)
        #expect(periods.guessMinutes * 60 == LoginLimits.windowS)
        #expect(periods.mailRequestMinutes * 60 == MailLimits.windowS)
        #expect(periods.mailLinkMinutes * 60 == MailToken.lifetimeS)
        #expect(periods.mailAttempts == MailSchedule.attemptsMax)
        #expect(periods.exportMinutes * 60 == AuthExportsCreate.lifetimeS)
        #expect(periods.removalDays == DiaryChanges.removalsKeptDays)
        #expect(periods.importMinutes * 60 == ImportTransfer.lifetimeS)
        #expect(Mirror(reflecting: periods).children.count == Self.oddPeriods.count)
    }

    @Test(arguments: PrivacyNotice.Language.allCases)
    func `every retention period is in the text of each language, and no other number`(language: PrivacyNotice.Language)
        throws
    {
        var periods = RetentionPeriods()
        for (period, value) in Self.oddPeriods { periods[keyPath: period] = value }
        let html = try PrivacyNotice(operatorName: nil, operatorContact: nil, periods: periods).html(language)
        let main = try #require(html.split(separator: "<main>").last)
        // Without the tags, only the visible text remains.
        let numbers = main.replacing(#/<[^>]*>/#, with: " ").matches(of: #/[0-9]+/#).map { String($0.output) }
        #expect(numbers.sorted() == Self.oddPeriods.map { "\($0.1)" }.sorted())
        #expect(html.contains("<html lang=\"\(language.rawValue)\">"))
    }

    @Test func `the files of all languages have the same keys, and the same placeholders under each`() throws {
        let english = try Self.placeholders(.english)
        #expect(english.count > 35 && english.values.joined().count == Self.oddPeriods.count + 1)
        #expect(english.values.joined().contains("services"))
        for language in PrivacyNotice.Language.allCases { #expect(try Self.placeholders(language) == english) }
    }

    @Test func `the notice says in each language what each service with a database stores`() throws {
        for service in ServiceName.withDatabase {
            let file = Self.texts.appending(path: "services/\(service).json")
            let texts = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
            #expect(texts.count == PrivacyNotice.Language.allCases.count, "\(service)")
            for language in PrivacyNotice.Language.allCases {
                let html = try PrivacyNotice(operatorName: nil, operatorContact: nil).html(language)
                #expect(html.contains("<li>\(try #require(texts[language.rawValue]))</li>"), "\(service)")
            }
        }
    }

    /// Returns the names of the placeholders in each text of a file, by the path of the text's key.
    private static func placeholders(_ language: PrivacyNotice.Language) throws -> [String: [String]] {
        let file = texts.appending(path: "privacy.\(language.rawValue).json")
        return try placeholders(JSONSerialization.jsonObject(with: Data(contentsOf: file)), at: "")
    }

    private static func placeholders(_ value: Any, at path: String) -> [String: [String]] {
        let members: [(String, Any)] =
            switch value {
            case let object as [String: Any]: object.map { ("\(path)/\($0.key)", $0.value) }
            case let list as [Any]: list.enumerated().map { ("\(path)/\($0.offset)", $0.element) }
            default: []
            }
        let names = (value as? String).map { $0.matches(of: #/\{(\w+)/#).map { String($0.output.1) }.sorted() }
        let own = names.map { [path: $0] } ?? [:]
        return members.reduce(into: own) { found, member in
            found.merge(placeholders(member.1, at: member.0)) { first, _ in first }
        }
    }

    @Test(arguments: [(1, "1 день"), (3, "3 дні"), (5, "5 днів"), (11, "11 днів"), (14, "14 днів"), (21, "21 день")])
    func `a period in Ukrainian has the form of its noun for the number`(days: Int, text: String) throws {
        var periods = RetentionPeriods()
        periods.sessionDays = days
        let html = try PrivacyNotice(operatorName: nil, operatorContact: nil, periods: periods).html(.ukrainian)
        #expect(html.contains("із системи через \(text)."))
    }

    @Test(arguments: PrivacyNotice.Language.allCases)
    func `the notice names all external sources of foods`(language: PrivacyNotice.Language) throws {
        let html = try PrivacyNotice(operatorName: nil, operatorContact: nil).html(language)
        for source in RemoteSourceName.allCases { #expect(html.contains(source.title)) }
    }

    @Test func `security.txt has a contact and expires within a year`() throws {
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        let url = "https://mealwire.example.org"
        let text = try #require(SecurityContact(contact: "ann@example.org", publicURL: url)).text(now: now)
        #expect(
            text == """
                Contact: mailto:ann@example.org
                Expires: 2027-05-17T00:00:00Z
                Canonical: https://mealwire.example.org/.well-known/security.txt
                Preferred-Languages: en

                """
        )
        #expect(SecurityContact(contact: nil, publicURL: url)?.text(now: now) == nil)
        #expect(SecurityContact(contact: "Ask in the shop\nX: y", publicURL: url)?.text(now: now) == nil)
    }

    @Test func `the operator's name and contact are escaped`() throws {
        func html(_ name: String?, _ contact: String?) throws -> String {
            try PrivacyNotice(operatorName: name, operatorContact: contact).html(.english)
        }
        let hostile = try html("<script>alert('1')</script> & Co", "\"><b>x")
        #expect(hostile.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; Co"))
        #expect(!hostile.contains("<script") && !hostile.contains("<b>"))
        #expect(try html("Ann", "ann@example.org").contains("<a href=\"mailto:ann@example.org\">ann@example.org</a>"))
        #expect(try html("Ann", "https://example.org/a?b&c").contains("<a href=\"https://example.org/a?b&amp;c\">"))
        #expect(try html("Ann", "javascript:alert(1)@x").contains("You reach them at javascript:alert(1)@x."))
        #expect(try html(nil, " ").contains("has not been entered"))
        #expect(try !html("Ann", nil).contains("has not been entered"))
    }

    @Test(
        arguments: [
            (nil, nil, .english), (nil, "uk-UA,uk;q=0.9,en;q=0.8", .ukrainian), (nil, "de, th;q=0.5, en;q=0.4", .thai),
            (nil, "en;q=0.2, uk;q=0.3", .ukrainian), (nil, "uk;q=0, en", .english), (nil, "th,uk", .thai),
            ("th", "uk", .thai), ("de", "uk", .ukrainian), ("UK", nil, .ukrainian), (nil, ";;q=,uk;q=x", .english),
        ] as [(String?, String?, PrivacyNotice.Language)]
    )
    func `the reader's language is selected if there is a text`(
        asked: String?,
        accepted: String?,
        language: PrivacyNotice.Language
    ) {
        #expect(PrivacyNotice.language(asked: asked, accepted: accepted) == language)
    }
}
