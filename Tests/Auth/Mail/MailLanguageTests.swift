import Auth
import Calendar
import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// Mail in the language of the profile.
@Suite struct MailLanguageTests {
    /// The decoded parts of a message.
    private struct Parts {
        let subject: String
        let text: String

        init(_ message: String) throws {
            let end = try #require(message.range(of: "\n\n"))
            let head = message[..<end.lowerBound].replacing("\n ", with: "")
            let fields = head.split(separator: "\n")
            let words = fields.first { $0.hasPrefix("Subject: ") }?.dropFirst("Subject: ".count) ?? ""
            subject = words.contains("=?") ? Self.words(words) : String(words)
            let body = String(message[end.upperBound...])
            let encoding = fields.first { $0.hasPrefix("Content-Transfer-Encoding: ") }?.split(separator: " ").last
            switch encoding {
            case "base64":
                let data = try #require(Data(base64Encoded: body.replacing("\n", with: "")))
                text = String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
            case "quoted-printable":
                let joined = body.replacing("=\n", with: "").replacing("=3D", with: "%3D").replacing("=", with: "%")
                text = try #require(joined.removingPercentEncoding)
            default: text = body
            }
        }

        /// Decodes the encoded words of a field.
        private static func words(_ value: some StringProtocol) -> String {
            let parts = value.split(separator: "=?utf-8?B?").map { $0.prefix { $0 != "?" } }
            let bytes = parts.compactMap { Data(base64Encoded: String($0)) }.flatMap { Array($0) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func setLanguage(_ language: String?, _ auth: AuthFixture, _ user: UserID, sequence: Int64) async throws {
        let payload = ProfileChanged(
            name: "Ann",
            timeZone: "UTC",
            dayStartHour: 0,
            weekStart: 1,
            shares: Shares(leaderboard: false, foods: false),
            language: language
        )
        let event = Event(
            id: .make(),
            source: .profile,
            type: ProfileChanged.type,
            subject: user,
            time: Timestamp.now(),
            sequence: sequence,
            traceparent: nil,
            data: try JSONText(payload)
        )
        #expect(try await auth.store.apply(event, epoch: "epoch", AuthService.profileSubscriber))
    }

    private func reset(_ auth: AuthFixture) async throws -> Parts {
        let mailbox = Mailbox()
        try await auth.requestReset()
        try await auth.dispatcher(to: mailbox, publicURL: "https://food.example").sendDue()
        return try Parts(try #require(mailbox.messages.first))
    }

    @Test(arguments: [
        ("uk", "Новий пароль для Mealwire", "Відкрийте це посилання:"),
        ("uk-UA", "Новий пароль для Mealwire", "годину"),
        ("th", "ตั้งรหัสผ่านใหม่", "เปิดลิงก์นี้:"), ("en-GB", "Set another password", "Open this link:"),
        ("de", "Set another password", "Open this link:"), (nil, "Set another password", "for one hour"),
    ])
    func `mail is in the language of the profile`(language: String?, subject: String, words: String) async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            try await setLanguage(language, auth, user, sequence: 1)
            let mail = try await reset(auth)
            #expect(mail.subject == subject)
            #expect(mail.text.contains(words))
            #expect(mail.text.contains("https://food.example/reset-password#token="))
        }
    }

    @Test func `an event of an earlier version keeps the language, and a later one changes it`() async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            try await setLanguage("uk", auth, user, sequence: 1)
            try await setLanguage(nil, auth, user, sequence: 2)
            #expect(try await reset(auth).subject == "Новий пароль для Mealwire")
            try await setLanguage("th", auth, user, sequence: 3)
            #expect(try await reset(auth).subject == "ตั้งรหัสผ่านใหม่")
        }
    }

    @Test func `the first mail is in the language of the registration`() async throws {
        try await AuthFixture.run { auth in
            var body = RegistrationBody()
            body.language = "uk"
            _ = try await auth.register(body)
            #expect(try await reset(auth).subject == "Новий пароль для Mealwire")
        }
    }
}
