import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite struct PasswordChangeTests {
    private static let newPassword = "Treacherous 7 badgers"

    private static func change(
        _ auth: AuthFixture,
        _ session: Session,
        from current: String = AuthFixture.password,
        to password: String = newPassword,
        confirmation: String? = nil,
        key: String? = nil
    ) async throws {
        let request = AuthPasswordChange(
            currentPassword: current,
            password: password,
            passwordConfirmation: confirmation ?? password
        )
        _ = try await auth.service.changePassword(request.checked(), try await auth.context(of: session, key: key))
    }

    /// Returns the error code of a refused change.
    private static func refusal(_ change: () async throws -> Void) async throws -> ErrorCode? {
        let error = await #expect(throws: ServiceError.self) { try await change() }
        return error?.code
    }

    @Test func `a change accepts only the new password, and ends the other sessions`() async throws {
        try await AuthFixture.run { auth in
            let (mine, other) = (try await auth.register(), try await auth.login())
            try await Self.change(auth, mine)
            #expect(try await auth.login(password: Self.newPassword).user == mine.user)
            let error = await #expect(throws: ServiceError.self) { try await auth.login() }
            #expect(error?.code == .wrongCredentials)
            #expect(try await auth.refusal(ofRefreshing: mine.refreshToken) == nil)
            #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == .unauthenticated)
        }
    }

    @Test func `a new password must satisfy the rules of a registration`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let error = await #expect(throws: ServiceError.self) {
                try await Self.change(auth, session, to: "short", confirmation: "other")
            }
            #expect(error?.code == .invalid)
            #expect(error?.details.map(\.field) == ["password", "password", "passwordConfirmation"])
            #expect(try await auth.login().user == session.user)
        }
    }

    @Test func `wrong current passwords are limited per session, change nothing, and block no sign-in`()
        async throws
    {
        try await AuthFixture.run { auth in
            let (mine, other) = (try await auth.register(), try await auth.login())
            for _ in 0..<10 {
                let code = try await Self.refusal { try await Self.change(auth, mine, from: "Wrong horse") }
                #expect(code == .wrongCredentials)
            }
            let code = try await Self.refusal { try await Self.change(auth, mine) }
            #expect(code == .tooManyRequests)
            #expect(try await auth.login().user == mine.user)
            auth.clock.advance(seconds: 15 * 60)
            try await Self.change(auth, mine)
            #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == .unauthenticated)
        }
    }

    @Test func `only ten of thirty concurrent guesses are verified`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let codes = try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        try await Self.refusal { try await Self.change(auth, session, from: "Wrong horse") }
                    }
                }
                return try await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.count { $0 == .wrongCredentials } == 10)
            #expect(codes.count { $0 == .tooManyRequests } == 20)
        }
    }

    @Test func `a repeated key gets the same reply, and does not end later sessions`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            try await Self.change(auth, session, key: "key")
            let later = try await auth.login(password: Self.newPassword)
            try await Self.change(auth, session, key: "key")
            #expect(try await auth.refusal(ofRefreshing: later.refreshToken) == nil)
            let code = try await Self.refusal {
                try await Self.change(auth, session, to: "Another password", key: "key")
            }
            #expect(code == .conflict)
            #expect(try await auth.login(password: Self.newPassword).user == session.user)
        }
    }

    @Test func `a key can be used again after a wrong password`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let code = try await Self.refusal {
                try await Self.change(auth, session, from: "Wrong horse", key: "key")
            }
            #expect(code == .wrongCredentials)
            try await Self.change(auth, session, key: "key")
            #expect(try await auth.login(password: Self.newPassword).user == session.user)
        }
    }

    @Test func `one of two concurrent changes takes effect`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let passwords = ["First password", "Second password"]
            let changed = await withTaskGroup(of: String?.self) { group in
                for password in passwords {
                    group.addTask {
                        do {
                            try await Self.change(auth, session, to: password)
                            return password
                        } catch { return nil }
                    }
                }
                return await group.reduce(into: [String]()) { if let password = $1 { $0.append(password) } }
            }
            try #require(changed.count == 1)
            #expect(try await auth.login(password: changed[0]).user == session.user)
        }
    }
}
