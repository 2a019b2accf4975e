import Auth
import Contracts
import FoundationEssentials
import Storage
import TestSupport
import Testing

/// Wrong passwords of one client never block another client's user, and guesses are limited all the same.
@Suite struct LockoutTests {
    private static let attacker = "203.0.113.9"
    private static let home = "198.51.100.7"

    private static func fail(
        _ auth: AuthFixture,
        times: Int,
        email: String = AuthFixture.email,
        from client: String? = attacker,
        deviceToken: String? = nil
    ) async -> [ErrorCode?] {
        var codes: [ErrorCode?] = []
        for _ in 0..<times {
            let error = await #expect(throws: ServiceError.self) {
                try await auth.login(email: email, password: "Wrong horse", deviceToken: deviceToken, from: client)
            }
            codes.append(error?.code)
        }
        return codes
    }

    private static func context(_ auth: AuthFixture, _ session: Session, _ key: String) async throws -> RequestContext {
        try await auth.context(of: session, key: key)
    }

    @Test func `failures of one client do not block another client`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            _ = await Self.fail(auth, times: 10)
            #expect(await Self.fail(auth, times: 1) == [.tooManyRequests])
            #expect(try await auth.login(from: Self.home).user == session.user)
        }
    }

    @Test func `failures of other clients do not block changes that a signed-in owner confirms by password`()
        async throws
    {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for number in 0..<6 { _ = await Self.fail(auth, times: 10, from: "203.0.113.\(number)") }
            let password = AuthFixture.password
            _ = try await auth.service.createExport(
                AuthExportsCreate(password: password),
                try await Self.context(auth, session, "export")
            )
            _ = try await auth.begin(session)
            let change = AuthPasswordChange(
                currentPassword: password,
                password: "Treacherous 7 badgers",
                passwordConfirmation: "Treacherous 7 badgers"
            )
            _ = try await auth.service.changePassword(change, try await Self.context(auth, session, "change"))
            _ = try await auth.service.deleteAccount(
                AuthAccountDelete(password: "Treacherous 7 badgers"),
                try await Self.context(auth, session, "delete")
            )
        }
    }

    @Test func `guesses from many clients are limited by the account's limit for unknown clients`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            var codes: [ErrorCode?] = []
            for number in 0..<12 { codes += await Self.fail(auth, times: 5, from: "203.0.113.\(number)") }
            #expect(codes.count { $0 == .wrongCredentials } == LoginLimits.failuresPerAccountMax)
            let error = await #expect(throws: ServiceError.self) { try await auth.login(from: Self.home) }
            #expect(error?.code == .tooManyRequests)
            #expect(error?.message.contains("devices that are new") == true)
        }
    }

    @Test func `a known device signs in while its account is blocked for unknown clients`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for number in 0..<6 { _ = await Self.fail(auth, times: 10, from: "203.0.113.\(number)") }
            let again = try await auth.login(deviceToken: session.deviceToken, from: Self.attacker)
            #expect(again.user == session.user)
            #expect(again.deviceToken != session.deviceToken)
        }
    }

    @Test func `a known device is blocked after ten failures, and other devices are not`() async throws {
        try await AuthFixture.run { auth in
            let (phone, laptop) = (try await auth.register(), try await auth.login())
            let codes = await Self.fail(auth, times: 11, from: Self.home, deviceToken: phone.deviceToken)
            #expect(codes == [ErrorCode](repeating: .wrongCredentials, count: 10) + [.tooManyRequests])
            _ = try await auth.login(deviceToken: laptop.deviceToken, from: Self.home)
            _ = try await auth.login(from: Self.home)
        }
    }

    @Test func `all device tokens of one session share one counter`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let renewed = try await auth.refresh(session.refreshToken)
            _ = await Self.fail(auth, times: 10, from: Self.home, deviceToken: session.deviceToken)
            let codes = await Self.fail(auth, times: 1, from: Self.home, deviceToken: renewed.deviceToken)
            #expect(codes == [.tooManyRequests])
        }
    }

    @Test func `a device token that is forged, expired or of another account is ignored`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let token = try #require(ann.deviceToken)
            let forged = (token.first == "A" ? "B" : "A") + token.dropFirst()
            let tokens = [forged, String(token.dropLast()), "", bob.deviceToken ?? ""]
            _ = await Self.fail(auth, times: 10)
            for token in tokens {
                #expect(await Self.fail(auth, times: 1, deviceToken: token) == [.tooManyRequests], "\(token)")
            }
            #expect(try await auth.login(deviceToken: token, from: Self.attacker).user == ann.user)
            auth.clock.advance(days: 400)
            _ = await Self.fail(auth, times: 10)
            #expect(await Self.fail(auth, times: 1, deviceToken: token) == [.tooManyRequests])
        }
    }

    @Test func `a client that tries many addresses is blocked for all of them, and others are not`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for number in 0..<20 {
                _ = await Self.fail(auth, times: 5, email: "\(number)@example.org")
            }
            #expect(await Self.fail(auth, times: 1, email: "new@example.org") == [.tooManyRequests])
            #expect(try await auth.login(from: Self.home).user == session.user)
        }
    }

    @Test func `clients on this host share no counter`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            for number in 0..<20 {
                _ = await Self.fail(auth, times: 5, email: "\(number)@example.org", from: "127.0.0.1")
            }
            #expect(try await auth.login(from: "127.0.0.1").user == session.user)
        }
    }

    @Test func `a peer outside Mealwire cannot choose the address that it is counted by`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            var codes: [ErrorCode?] = []
            for number in 0..<12 {
                let request = AuthLogin(email: AuthFixture.email, password: "no", client: "203.0.113.\(number)")
                let error = await #expect(throws: ServiceError.self) {
                    try await auth.service.login(request, .test(isExternal: true))
                }
                codes.append(error?.code)
            }
            #expect(codes.count { $0 == .wrongCredentials } == 10)
        }
    }

    @Test func `a new password starts new counters`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            for number in 0..<6 { _ = await Self.fail(auth, times: 10, from: "203.0.113.\(number)") }
            try await auth.reset(try await auth.resetToken())
            let session = try await auth.login(password: "Treacherous 7 badgers", from: Self.attacker)
            #expect(session.user.email == AuthFixture.email)
        }
    }

    @Test func `a client at its limit does not block registrations of others`() async throws {
        var settings = AuthSettings.quick
        settings.registrationsPerClient = 2
        try await AuthFixture.run(settings) { auth in
            func register(_ number: Int, from client: String?) async throws {
                var body = RegistrationBody(email: "p\(number)@example.org")
                body.client = client
                try await auth.register(body)
            }
            for number in 0..<2 { try await register(number, from: Self.attacker) }
            let error = try await auth.refusal { try await register(2, from: Self.attacker) }
            #expect(error.code == .tooManyRequests)
            #expect(error.params == ["retryAfterSeconds": "3600"])
            try await register(3, from: Self.home)
            // Tools and load tests on this host create many accounts.
            for number in 4..<8 { try await register(number, from: "127.0.0.1") }
            auth.clock.advance(seconds: 3_600)
            try await register(9, from: Self.attacker)
        }
    }
}
