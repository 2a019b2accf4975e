import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite struct PasswordResetTests {
    private static let newPassword = "Treacherous 7 badgers"

    @Test func `a mailed token sets another password, sends a notice, and ends all sessions`() async throws {
        try await AuthFixture.run { auth in
            let mailbox = Mailbox()
            let (first, second) = (try await auth.register(), try await auth.login())
            try await auth.reset(try await auth.resetToken(mailbox))
            for session in [first, second] {
                #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
            }
            let error = try await auth.refusal { _ = try await auth.login() }
            #expect(error.code == .wrongCredentials)
            #expect(try await auth.login(password: Self.newPassword).user == first.user)
            try await auth.dispatcher(to: mailbox).sendDue()
            #expect(mailbox.messages(to: AuthFixture.email).count == 2)
            #expect(mailbox.messages.last?.contains("Subject: Your password was changed\n") == true)
        }
    }

    @Test func `a token can be used once`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let token = try await auth.resetToken()
            try await auth.reset(token)
            let error = try await auth.refusal { try await auth.reset(token, to: "Another password") }
            #expect(error.code == .invalid)
            #expect(error.details.map(\.field) == ["token"])
            _ = try await auth.login(password: Self.newPassword)
        }
    }

    @Test func `one of several concurrent uses of a token succeeds`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let token = try await auth.resetToken()
            let done = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask { (try? await auth.reset(token, to: "Password \(number)")) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == 1)
        }
    }

    @Test func `a token expires an hour after its mail was sent`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let mailbox = Mailbox()
            try await auth.requestReset()
            auth.clock.advance(seconds: 7_200)
            try await auth.dispatcher(to: mailbox).sendDue()
            let token = try mailbox.token(to: AuthFixture.email)
            auth.clock.advance(seconds: 3_600)
            let error = try await auth.refusal { try await auth.reset(token) }
            #expect(error.code == .invalid)
            auth.clock.advance(seconds: -1)
            try await auth.reset(token)
        }
    }

    @Test func `a refused password does not use up the token`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let token = try await auth.resetToken()
            let error = try await auth.refusal { try await auth.reset(token, to: "short") }
            #expect(error.details.map(\.field) == ["password", "password"])
            try await auth.reset(token)
        }
    }

    @Test func `malformed tokens and tokens of another purpose get the same error`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            try await auth.changeEmail(session, to: "new@example.org")
            let good = try await auth.resetToken(mailbox)
            let other = try mailbox.token(to: "new@example.org")
            var altered = good
            altered.replaceSubrange(altered.startIndex...altered.startIndex, with: good.hasPrefix("A") ? "B" : "A")
            for token in ["", "x", good + "A", String(good.dropLast()), altered, other] {
                let error = try await auth.refusal { try await auth.reset(token) }
                #expect(error.details.map(\.field) == ["token"], "\(token)")
            }
            try await auth.reset("  \(good)\n")
        }
    }

    @Test func `a password reset or change voids all other tokens`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            let first = try await auth.resetToken(mailbox)
            let second = try await auth.resetToken(mailbox)
            try await auth.changeEmail(session, to: "new@example.org")
            try await auth.dispatcher(to: mailbox).sendDue()
            try await auth.reset(second)
            let confirmation = try mailbox.token(to: "new@example.org")
            for error in [
                try await auth.refusal { try await auth.reset(first) },
                try await auth.refusal { try await auth.confirmEmail(confirmation) },
            ] { #expect(error.details.map(\.field) == ["token"]) }

            let third = try await auth.resetToken(mailbox)
            let change = AuthPasswordChange(
                currentPassword: Self.newPassword,
                password: "Another password",
                passwordConfirmation: "Another password"
            )
            _ = try await auth.service.changePassword(change, try await auth.context(of: session))
            let error = try await auth.refusal { try await auth.reset(third) }
            #expect(error.details.map(\.field) == ["token"])
        }
    }

    @Test func `a reset succeeds while sign-ins are blocked`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            for _ in 0..<10 { _ = try await auth.refusal { _ = try await auth.login(password: "Wrong horse") } }
            try await auth.reset(try await auth.resetToken())
            _ = try await auth.login(password: Self.newPassword)
        }
    }

    @Test func `no token is in the database, and no address in the log`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let mailbox = Mailbox()
            mailbox.refuse(1)
            try await auth.requestReset()
            try await auth.changeEmail(session, to: "new@example.org")
            let dispatcher = try auth.dispatcher(to: mailbox)
            try await dispatcher.sendDue()
            auth.clock.advance(seconds: 10)
            try await dispatcher.sendDue()
            let tokens = [try mailbox.token(to: AuthFixture.email), try mailbox.token(to: "new@example.org")]
            #expect(try await auth.count("mail_token") >= 2)
            for token in tokens {
                #expect(try !auth.directory.filesContain(token))
                let bytes = try #require(Base64.bytes(token))
                #expect(try !auth.directory.filesContain(bytes))
                #expect(!auth.log.contains(token))
            }
            #expect(auth.log.contains("mail was sent"))
            #expect(auth.log.warnings.contains { $0.message.contains("mail could not be sent yet") })
            for address in ["ann@", "new@"] { #expect(!auth.log.contains(address)) }
            // Only security events name users, by their ids.
            let others = auth.log.lines.filter { $0.metadata["code"] == nil }
            #expect(!others.contains { "\($0)".contains(session.user.id.description) })
        }
    }
}
