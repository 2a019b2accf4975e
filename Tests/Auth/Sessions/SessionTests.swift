import Auth
import Contracts
import Storage
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test func `a refresh returns a new pair of tokens for the same account`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let second = try await auth.refresh(first.refreshToken)
            let third = try await auth.refresh(second.refreshToken)
            #expect(Set([first, second, third].map(\.refreshToken)).count == 3)
            #expect(third.user == first.user)
        }
    }

    @Test func `a used token is accepted again for thirty seconds while its successor is unused`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let lost = try await auth.refresh(first.refreshToken)
            auth.clock.advance(seconds: 30)
            let again = try await auth.refresh(first.refreshToken)
            #expect(again.refreshToken == lost.refreshToken)
            #expect(try await auth.refusal(ofRefreshing: again.refreshToken) == nil)
            #expect(auth.log.warnings.isEmpty)
        }
    }

    @Test func `a session ends after its maximum lifetime despite use`() async throws {
        var settings = AuthSettings.quick
        settings.sessionMaxDays = 3
        try await AuthFixture.run(settings) { auth in
            var session = try await auth.register()
            let later = try await auth.login()
            for _ in 0..<2 {
                auth.clock.advance(days: 1)
                session = try await auth.refresh(session.refreshToken)
            }
            let newest = try await auth.login()
            auth.clock.advance(days: 1)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: later.refreshToken) == .unauthenticated)
            #expect(try await auth.sessions(newest).items.count == 1)
            #expect(try await auth.refusal(ofRefreshing: newest.refreshToken) == nil)
        }
    }

    @Test func `a token used again after the grace period ends its session`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let other = try await auth.login()
            let second = try await auth.refresh(first.refreshToken)
            auth.clock.advance(seconds: 31)
            #expect(try await auth.refusal(ofRefreshing: first.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: second.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == nil)
            #expect(auth.log.warnings.count == 1)
            #expect(auth.log.warnings.first?.description.contains("\(first.user.id)") == true)
        }
    }

    @Test func `a token ends its session at once if its successor is in use`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let second = try await auth.refresh(first.refreshToken)
            let third = try await auth.refresh(second.refreshToken)
            #expect(try await auth.refusal(ofRefreshing: first.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: third.refreshToken) == .unauthenticated)
            #expect(auth.log.warnings.count == 1)
        }
    }

    @Test func `ten concurrent refreshes with one token return the same successor`() async throws {
        try await AuthFixture.run { auth in
            let token = try await auth.register().refreshToken
            let successors = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<10 { group.addTask { try await auth.refresh(token).refreshToken } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(successors.count == 1)
        }
    }

    @Test func `a session ends sixty days after its last use`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            auth.clock.advance(days: 59)
            let second = try await auth.refresh(first.refreshToken)
            auth.clock.advance(days: 59)
            let third = try await auth.refresh(second.refreshToken)
            auth.clock.advance(days: 60)
            #expect(try await auth.refusal(ofRefreshing: third.refreshToken) == .unauthenticated)
            #expect(auth.log.warnings.isEmpty)
        }
    }

    @Test func `expired sessions and tokens are deleted`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            auth.clock.advance(days: 61)
            let session = try await auth.login()
            auth.clock.advance(days: 30)
            let middle = try await auth.refresh(session.refreshToken)
            auth.clock.advance(days: 30)
            let late = try await auth.refresh(middle.refreshToken)
            auth.clock.advance(days: 31)
            _ = try await auth.refresh(late.refreshToken)
            let counts = try await auth.store.read { reader in
                (
                    try reader.scalar("SELECT count(*) FROM session", as: Int.self),
                    try reader.scalar("SELECT count(*) FROM refresh_token", as: Int.self)
                )
            }
            #expect(counts.0 == 1)
            #expect(counts.1 == 3)
        }
    }

    @Test(arguments: ["", "nonsense", String(repeating: "A", count: 43), String(repeating: "A", count: 44), "é"])
    func `a malformed or unknown token is refused`(token: String) async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            #expect(try await auth.refusal(ofRefreshing: token) == .unauthenticated)
        }
    }

    @Test func `a logout ends only the caller's session`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let second = try await auth.login()
            let claims = try await auth.verified(first).claims
            let principal = Principal(user: claims.sub, roles: claims.roles, session: claims.sid)
            let context = RequestContext.test(key: "key", principal: principal)
            _ = try await auth.service.logout(AuthLogout(), context)
            _ = try await auth.service.logout(AuthLogout(), context)
            #expect(try await auth.refusal(ofRefreshing: first.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: second.refreshToken) == nil)
            #expect(auth.log.warnings.isEmpty)
        }
    }

    @Test func `a logout with another user's session has no effect`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let session = try await auth.verified(ann).claims.sid
            let principal = Principal(user: bob.user.id, roles: [.user], session: session)
            _ = try await auth.service.logout(AuthLogout(), .test(principal: principal))
            #expect(try await auth.refusal(ofRefreshing: ann.refreshToken) == nil)
        }
    }

    @Test func `a logout without a session is refused`() async throws {
        try await AuthFixture.run { auth in
            let error = await #expect(throws: ServiceError.self) {
                try await auth.service.logout(AuthLogout(), .test())
            }
            #expect(error?.code == .unauthenticated)
        }
    }
}
