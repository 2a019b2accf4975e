import Auth
import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// Neither the reply nor the work of a request reveals whether an address has an account.
@Suite struct ForgottenPasswordTests {
    /// Returns the change of each table's row count during a request.
    private static func newRows(_ auth: AuthFixture, _ request: () async throws -> Void) async throws -> [String: Int] {
        let tables = [
            "mail_outbox", "mail_request", "mail_token", "outbox", "stored_reply", "login_failure", "session",
        ]
        var counts: [String: Int] = [:]
        for table in tables { counts[table] = try await -auth.count(table) }
        try await request()
        for table in tables { counts[table, default: 0] += try await auth.count(table) }
        return counts.filter { $0.value != 0 }
    }

    @Test func `known and unknown addresses cause the same reply and the same writes`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let verified = auth.service.passwordVerifications
            let known = try await Self.newRows(auth) { try await auth.requestReset() }
            let unknown = try await Self.newRows(auth) { try await auth.requestReset("eve@example.org") }
            #expect(known == ["mail_outbox": 1, "mail_request": 2])
            #expect(unknown == known)
            // Neither request hashes a password.
            #expect(auth.service.passwordVerifications == verified)
        }
    }

    @Test func `only an address with an account gets mail, and other addresses are not stored`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let mailbox = Mailbox()
            for email in [" Ann@Example.ORG ", "eve@example.org"] { try await auth.requestReset(email) }
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages.count == 1)
            #expect(mailbox.messages(to: AuthFixture.email).count == 1)
            #expect(try await auth.count("mail_outbox") == 0)
            #expect(try !auth.directory.filesContain("eve@example.org"))
        }
    }

    @Test func `an address over its limit causes the same reply and the same writes`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let mailbox = Mailbox()
            let dispatcher = try auth.dispatcher(to: mailbox)
            for _ in 0..<5 {
                let rows = try await Self.newRows(auth) { try await auth.requestReset() }
                #expect(rows == ["mail_outbox": 1, "mail_request": 2])
                try await dispatcher.sendDue()
            }
            #expect(mailbox.messages.count == 3)
            auth.clock.advance(seconds: 3_601)
            try await auth.requestReset()
            try await dispatcher.sendDue()
            #expect(mailbox.messages.count == 4)
        }
    }

    @Test func `a network address over its limit is refused for any e-mail address`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            for number in 0..<20 { try await auth.requestReset("eve\(number)@example.org", from: "192.0.2.1") }
            for email in [AuthFixture.email, "eve@example.org"] {
                let error = try await auth.refusal { try await auth.requestReset(email, from: "192.0.2.1") }
                #expect(error.code == .tooManyRequests)
                #expect(error.params == ["retryAfterSeconds": "3600"])
            }
            try await auth.requestReset(from: "192.0.2.2")
            auth.clock.advance(seconds: 3_600)
            try await auth.requestReset(from: "192.0.2.1")
            #expect(try !auth.directory.filesContain("192.0.2."))
        }
    }

    @Test func `a full mail queue refuses further requests`() async throws {
        try await AuthFixture.run { auth in
            for number in 0..<2_000 { try await auth.requestReset("eve\(number)@example.org", from: "\(number)") }
            let error = try await auth.refusal { try await auth.requestReset(from: "192.0.2.1") }
            #expect(error.code == .overloaded)
            try await auth.dispatcher(to: Mailbox()).sendDue()
            try await auth.requestReset(from: "192.0.2.1")
        }
    }

    @Test func `an invalid address is refused`() async throws {
        try await AuthFixture.run { auth in
            for text in ["", "ann", "ann@example", "ann@example.org\r\nBcc: eve@example.org", "a@b.org, c@d.org"] {
                let error = try await auth.refusal { try await auth.requestReset(text) }
                #expect(error.details.map(\.field) == ["email"], "\(text)")
            }
        }
    }
}
