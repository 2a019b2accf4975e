import Auth
import Foundation
import TestSupport
import Testing

/// A message parsed by independent code.
private struct ReadMessage {
    let fields: [(name: String, value: String)]
    let body: String

    init(_ message: MailMessage) throws {
        let text = String(decoding: message.bytes, as: UTF8.self)
        let end = try #require(text.range(of: "\n\n"))
        var fields: [(name: String, value: String)] = []
        for line in text[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false) {
            if line.first == " " {
                fields[fields.count - 1].value += line
            } else {
                let colon = try #require(line.firstIndex(of: ":"))
                fields.append((String(line[..<colon]), String(line[line.index(colon, offsetBy: 2)...])))
            }
        }
        self.fields = fields
        body = String(text[end.upperBound...])
    }

    func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// The subject with its encoded words decoded; RFC 2047 ignores the space between two encoded words.
    var subject: String {
        var bytes = Data()
        for word in (value("Subject") ?? "").split(separator: " ") {
            guard word.hasPrefix("=?utf-8?B?"), word.hasSuffix("?=") else { return value("Subject") ?? "" }
            bytes += Data(base64Encoded: String(word.dropFirst(10).dropLast(2))) ?? Data()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The body, decoded according to its transfer encoding.
    var text: String? {
        switch value("Content-Transfer-Encoding") {
        case "7bit": return body
        case "base64":
            return Data(base64Encoded: body, options: .ignoreUnknownCharacters)
                .map { String(decoding: $0, as: UTF8.self).replacing("\r\n", with: "\n") }
        case "quoted-printable":
            var bytes: [UInt8] = []
            var rest = Array(body.replacing("=\n", with: "").utf8)[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            }
            return String(decoding: bytes, as: UTF8.self)
        default: return nil
        }
    }
}

@Suite struct MailMessageTests {
    private static let names = [
        "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
        "Auto-Submitted",
    ]

    private static func message(
        from sender: String = "food@example.org",
        to recipient: String = "ann@example.org",
        subject: String = "Hello",
        text: String = "A line.\n",
        date: Date = Date(timeIntervalSince1970: 1_795_267_769),
        id: String = "id"
    ) -> MailMessage {
        MailMessage(from: sender, to: recipient, subject: subject, text: text, date: date, id: id)
    }

    @Test func `a plain message conforms to RFC 5322`() throws {
        let text = String(decoding: Self.message().bytes, as: UTF8.self)
        #expect(
            text == """
                From: Mealwire <food@example.org>
                To: <ann@example.org>
                Subject: Hello
                Date: Sat, 21 Nov 2026 13:29:29 +0000
                Message-ID: <id@example.org>
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: 7bit
                Auto-Submitted: auto-generated

                A line.

                """
        )
    }

    @Test(arguments: [
        (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 +0000"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
        (4_102_444_800, "Fri, 1 Jan 2100 00:00:00 +0000"),
    ])
    func `dates are correct and in UTC`(seconds: Int, expected: String) throws {
        let message = Self.message(date: Date(timeIntervalSince1970: Double(seconds)))
        #expect(try ReadMessage(message).value("Date") == expected)
    }

    /// Every character sequence that some reader treats as the end of a line or a field.
    private static let injections = [
        "x\r\nBcc: eve@example.org", "x\nBcc: eve@example.org", "x\rBcc: eve@example.org", "x\r\n\r\nBody",
        "x\u{85}Bcc: eve@example.org", "x\u{2028}Bcc: eve@example.org", "x\u{2029}Bcc: eve@example.org",
        "x\u{0B}Bcc: eve@example.org", "x\u{0C}Bcc: eve@example.org", "x\u{0}Bcc: eve@example.org", "\n\nBody",
        "x>\r\nBcc: <eve@example.org", "x\n Bcc: eve@example.org", "é\r\nBcc: eve@example.org",
    ]

    @Test(arguments: injections)
    func `a value cannot introduce another field`(injection: String) throws {
        for message in [
            Self.message(from: injection), Self.message(to: injection), Self.message(subject: injection),
            Self.message(id: injection),
        ] {
            let read = try ReadMessage(message)
            #expect(read.fields.map(\.name) == Self.names)
            #expect(read.body == "A line.\n")
            let controls = message.bytes.filter { $0 < 0x20 && $0 != 0x0A }
            #expect(controls.isEmpty)
            #expect(!String(decoding: message.bytes, as: UTF8.self).contains(where: "\u{85}\u{2028}\u{2029}".contains))
        }
    }

    @Test func `a recipient's text cannot add another recipient`() throws {
        for text in ["ann@example.org, eve@example.org", "ann@example.org> <eve@example.org", "\"a\" <b@c.d>"] {
            let value = try #require(try ReadMessage(Self.message(to: text)).value("To"))
            #expect(value.hasPrefix("<") && value.hasSuffix(">"))
            #expect(!value.dropFirst().dropLast().contains(where: "<>,;:\" ".contains), "\(value)")
        }
    }

    @Test(arguments: [
        "Grüße an Zoë", "Пароль", "食事の記録", "👩‍👩‍👧‍👦 \u{1F951}", "=?utf-8?B?SGVsbG8=?=",
        String(repeating: "long ", count: 40) + "end", String(repeating: "ñ", count: 300),
        "e" + String(repeating: "\u{301}", count: 200),
    ])
    func `any subject survives encoding, in short lines of ASCII`(subject: String) throws {
        let message = Self.message(subject: subject)
        #expect(try ReadMessage(message).subject == subject)
        let lines = String(decoding: message.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { $0 < 0x80 } })
        let words = lines.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("=?") }
        #expect(words.allSatisfy { $0.count <= 75 })
    }

    @Test(arguments: [
        ("Plain.\nTwo lines.\n", "7bit"), (String(repeating: "a", count: 998) + "\n", "7bit"), ("", "7bit"),
        (String(repeating: "a", count: 999) + "\n", "quoted-printable"),
        ("Grüße an alle, die mitlesen\n", "quoted-printable"), ("ÄÖÜ\n", "base64"),
        ("From me\n", "quoted-printable"), (".\n", "quoted-printable"), ("trailing \n", "quoted-printable"),
        ("tab\t\nx = y é\n", "quoted-printable"), ("食事の記録をつけましょう\n", "base64"), ("nul \0 é\n", "quoted-printable"),
        (String(repeating: "é", count: 500) + "\n", "base64"),
        (String(repeating: "line with = and é ", count: 60) + "\n", "quoted-printable"),
    ])
    func `any text survives the simplest possible encoding`(text: String, encoding: String) throws {
        let message = Self.message(text: text)
        let read = try ReadMessage(message)
        #expect(read.value("Content-Transfer-Encoding") == encoding)
        #expect(read.text == text)
        #expect(message.bytes.allSatisfy { $0 < 0x80 })
        let lineMax = encoding == "7bit" ? 998 : 76
        let lines = read.body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= lineMax && $0.last != " " && $0 != "." && !$0.hasPrefix("From ") })
    }

    @Test func `CR and CRLF line ends become LF`() throws {
        #expect(try ReadMessage(Self.message(text: "a\r\nb\rc\n\nd")).body == "a\nb\nc\n\nd\n")
    }

    @Test(arguments: ["é = 食\n.\nFrom x\n", "é = 食, in a line of ASCII for the most part\n.\nFrom x\n"])
    func `Python's e-mail parser reads the same message`(text: String) throws {
        let subject = "Grüße =?x?= " + String(repeating: "食", count: 60)
        let message = Self.message(to: "zoë@exämple.org", subject: subject, text: text)
        let script = """
            import sys, email, email.policy
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.SMTPUTF8)
            assert not m.defects, m.defects
            text = "|".join([m["Subject"], m["To"], m.get_content().replace("\\r\\n", "\\n")])
            sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
            """
        #expect(try python(script, input: message.bytes) == "\(subject)|zoë@exämple.org|\(text)")
    }

    private func python(_ script: String, input: [UInt8]) throws -> String {
        let python = ["timeout", "-s", "KILL", "40", "python3", "-c", script]
        let outcome = try CommandLineTool.run(tool: python, input: input)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }
}
