import Auth
import Contracts
import Crypto
import Foundation
import TestSupport
import Testing

@Suite struct EmailChangeTests {
    private static let new = "new@example.org"

    @Test func `an address changes when its token confirms it, and an event without the address is published`()
        async throws
    {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            try await auth.changeEmail(session, to: " NEW@example.org ")
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(try await auth.login().user.email == AuthFixture.email)
            #expect(mailbox.messages(to: AuthFixture.email).count == 1)
            #expect(mailbox.messages(to: AuthFixture.email)[0].contains("A change of e-mail address was requested"))
            let token = try mailbox.token(to: Self.new)
            #expect(!mailbox.messages(to: AuthFixture.email)[0].contains(token))
            try await auth.confirmEmail(token)
            #expect(try await auth.login(email: Self.new).user.id == session.user.id)
            let error = try await auth.refusal { _ = try await auth.login() }
            #expect(error.code == .wrongCredentials)
            #expect(try await auth.events().map(\.type) == [AccountCreated.type, AccountEmailChanged.type])
            #expect(try await auth.events().allSatisfy { $0.subject == session.user.id && !$0.data.text.contains("@") })
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == nil)
            let again = try await auth.refusal { try await auth.confirmEmail(token) }
            #expect(again.details.map(\.field) == ["token"])
            // The old address is free.
            try await auth.register()
        }
    }

    @Test func `no plain hash of an address is in the database`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            try await auth.changeEmail(session, to: Self.new, key: "key")
            try await auth.requestReset("eve@example.org")
            _ = try await auth.refusal { _ = try await auth.login(password: "Wrong horse") }
            #expect(try await auth.count("mail_request") == 4)
            #expect(try await auth.count("login_failure") > 0)
            for text in [
                "recipient \(Self.new)", "recipient eve@example.org", #"{"email":"\#(Self.new)"}"#, AuthFixture.email,
            ] {
                let hash = Array(SHA256.hash(data: Data(text.utf8)))
                #expect(try !auth.directory.filesContain(hash), "\(text)")
            }
        }
    }

    @Test func `a change requires the current password, and wrong ones are limited`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            var codes: [ErrorCode] = []
            for _ in 0..<11 {
                codes.append(
                    try await auth.refusal {
                        try await auth.changeEmail(session, to: Self.new, password: "Wrong horse")
                    }.code
                )
            }
            #expect(codes == [ErrorCode](repeating: .wrongCredentials, count: 10) + [.tooManyRequests])
            #expect(try await auth.count("mail_outbox") == 0)
        }
    }

    @Test func `an address of another account is refused at the request and at the confirmation`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            try await auth.changeEmail(session, to: Self.new)
            try await auth.dispatcher(to: mailbox).sendDue()
            try await auth.register(RegistrationBody(email: Self.new))
            let token = try mailbox.token(to: Self.new)
            for error in [
                try await auth.refusal { try await auth.confirmEmail(token) },
                try await auth.refusal { try await auth.changeEmail(session, to: Self.new) },
            ] {
                #expect(error.code == .conflict)
                #expect(error.params["field"] == "email")
            }
            #expect(try await auth.login().user.id == session.user.id)
        }
    }

    @Test func `an address must be well formed and differ from the present one`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for (email, code) in [("nowhere", FieldError.Code.wrongFormat), ("ANN@example.org", .notAllowed)] {
                let error = try await auth.refusal { try await auth.changeEmail(session, to: email) }
                #expect(error.details.map(\.code) == [code])
            }
        }
    }

    @Test func `only the last requested address can be confirmed, for an hour`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            let dispatcher = try auth.dispatcher(to: mailbox)
            try await auth.changeEmail(session, to: "first@example.org")
            try await dispatcher.sendDue()
            try await auth.changeEmail(session, to: Self.new)
            try await dispatcher.sendDue()
            let (first, last) = (try mailbox.token(to: "first@example.org"), try mailbox.token(to: Self.new))
            _ = try await auth.refusal { try await auth.confirmEmail(first) }
            auth.clock.advance(seconds: 3_600)
            _ = try await auth.refusal { try await auth.confirmEmail(last) }
            auth.clock.advance(seconds: -1)
            try await auth.confirmEmail(last)
        }
    }

    @Test func `a repeated key sends no further mail, and conflicts with another address`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for _ in 0..<2 { try await auth.changeEmail(session, to: Self.new, key: "key") }
            #expect(try await auth.count("mail_outbox") == 2)
            let error = try await auth.refusal {
                try await auth.changeEmail(session, to: "other@example.org", key: "key")
            }
            #expect(error.code == .conflict)
        }
    }

    @Test func `a sixth change of address within an hour is refused`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for number in 0..<5 { try await auth.changeEmail(session, to: "eve\(number)@example.org") }
            let error = try await auth.refusal { try await auth.changeEmail(session, to: Self.new) }
            #expect(error.code == .tooManyRequests)
        }
    }
}
