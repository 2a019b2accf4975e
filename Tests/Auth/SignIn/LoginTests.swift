import Auth
import Calendar
import Contracts
import Storage
import TestSupport
import Testing

@Suite struct LoginTests {
    @Test func `the right password signs in`() async throws {
        try await AuthFixture.run { auth in
            let registered = try await auth.register()
            let session = try await auth.login(email: " Ann@EXAMPLE.org")
            #expect(session.user == registered.user)
            #expect(session.refreshToken != registered.refreshToken)
        }
    }

    @Test func `a wrong password and an unknown address are refused alike`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let wrong = await #expect(throws: ServiceError.self) { try await auth.login(password: "Wrong horse") }
            let unknown = await #expect(throws: ServiceError.self) { try await auth.login(email: "bob@example.org") }
            #expect(wrong?.code == .wrongCredentials)
            #expect(wrong == unknown)
        }
    }

    @Test func `an unknown address costs the same work as a wrong password`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let before = auth.service.passwordVerifications
            await #expect(throws: ServiceError.self) { try await auth.login(password: "Wrong horse") }
            let known = auth.service.passwordVerifications
            await #expect(throws: ServiceError.self) { try await auth.login(email: "bob@example.org") }
            let unknown = auth.service.passwordVerifications
            #expect(known - before == 1)
            #expect(unknown - known == 1)
        }
    }

    @Test func `a password in another Unicode normalization is the same password`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register(RegistrationBody(password: "\u{C9}clair au caf\u{E9}"))
            let session = try await auth.login(password: "E\u{301}clair au cafe\u{301}")
            #expect(session.user.email == AuthFixture.email)
        }
    }

    @Test func `twenty concurrent sign-ins succeed`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 { group.addTask { try await auth.login().refreshToken } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens.count == 20)
        }
    }

    @Test(arguments: ["ann@example.org", "bob@example.org", "not an address"])
    func `an address is blocked for a quarter of an hour after ten failures`(email: String) async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            for _ in 0..<10 {
                let error = await #expect(throws: ServiceError.self) {
                    try await auth.login(email: email, password: "no")
                }
                #expect(error?.code == .wrongCredentials)
            }
            auth.clock.advance(seconds: 60)
            let error = await #expect(throws: ServiceError.self) { try await auth.login(email: email) }
            #expect(error?.code == .tooManyRequests)
            #expect(error?.params == ["retryAfterSeconds": "\(14 * 60)"])
        }
    }

    @Test func `failures of one address do not block another, and expire after a quarter of an hour`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            try await auth.register(RegistrationBody(email: "bob@example.org"))
            await fail(auth, times: 10)
            #expect(try await auth.login(email: "bob@example.org").user.email == "bob@example.org")
            auth.clock.advance(seconds: 15 * 60)
            #expect(try await auth.login().user.email == AuthFixture.email)
        }
    }

    @Test func `a sign-in resets the failures before it`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            await fail(auth, times: 9)
            _ = try await auth.login()
            await fail(auth, times: 9)
            #expect(try await auth.login().user.email == AuthFixture.email)
        }
    }

    @Test func `only ten of thirty concurrent guesses are verified`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        do {
                            _ = try await auth.login(password: "Wrong horse")
                            return nil
                        } catch {
                            return (error as? ServiceError)?.code
                        }
                    }
                }
                return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
            }
            #expect(codes.count { $0 == .wrongCredentials } == 10)
            #expect(codes.count { $0 == .tooManyRequests } == 20)
        }
    }

    @Test func `a sign-in hashes the password again at a new cost`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let before = try await passwordHash(auth)
            var costlier = AuthSettings.quick
            costlier.passwordCost.memoryMiB = 2
            let restarted = try await auth.restarted(costlier)
            let request = AuthLogin(email: AuthFixture.email, password: AuthFixture.password)
            _ = try await restarted.login(request, .test())
            let after = try await passwordHash(auth)
            #expect(before.contains("m=1024,t=1,p=1"))
            #expect(after.contains("m=2048,t=1,p=1"))
            #expect(try await restarted.login(request, .test()).user.email == AuthFixture.email)
        }
    }

    @Test func `a sign-in returns the present name of the profile`() async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            let payload = ProfileChanged(
                name: "Ann Renamed",
                timeZone: "UTC",
                dayStartHour: 0,
                weekStart: 1,
                shares: Shares(leaderboard: false, foods: false)
            )
            let event = Event(
                id: .make(),
                source: .profile,
                type: ProfileChanged.type,
                subject: user,
                time: Timestamp.now(),
                sequence: 1,
                traceparent: nil,
                data: try JSONText(payload)
            )
            #expect(try await auth.store.apply(event, epoch: "epoch", AuthService.profileSubscriber))
            #expect(try await auth.login().user.name == "Ann Renamed")
        }
    }

    private func fail(_ auth: AuthFixture, times: Int, email: String = AuthFixture.email) async {
        for _ in 0..<times {
            await #expect(throws: ServiceError.self) { try await auth.login(email: email, password: "Wrong horse") }
        }
    }

    private func passwordHash(_ auth: AuthFixture) async throws -> String {
        try #require(try await auth.store.read { try $0.scalar("SELECT password_hash FROM account") as String? })
    }
}
