import Auth
import Contracts
import FoundationEssentials
import Testing

@Suite struct EmailStatusTests {
    private static func ask(_ auth: AuthFixture, _ email: String = AuthFixture.email) async throws -> Bool {
        try await auth.service.emailStatus(AuthEmailStatus(email: email), .test()).registered
    }

    @Test func `one address is asked about ten times in a quarter of an hour, and others still are`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            for _ in 0..<EmailStatusLimiter.perAddressMax { #expect(try await Self.ask(auth)) }
            auth.clock.advance(seconds: 60)
            let error = await #expect(throws: ServiceError.self) { _ = try await Self.ask(auth, " ANN@example.org") }
            #expect(error?.code == .tooManyRequests)
            #expect(error?.params == ["retryAfterSeconds": "\(14 * 60)"])
            #expect(try await Self.ask(auth, "ben@example.org") == false)
            auth.clock.advance(seconds: 14 * 60)
            #expect(try await Self.ask(auth))
        }
    }

    @Test func `nobody goes through a list of addresses`() {
        let limiter = EmailStatusLimiter()
        let answered = (0..<1_000).count { limiter.blockedForS(Data("\($0)".utf8), at: 5_000) == nil }
        #expect(answered == EmailStatusLimiter.ofAllMax)
        #expect(limiter.blockedForS(Data(), at: 5_000 + EmailStatusLimiter.windowS) == nil)
        // A clock that was set back blocks nobody for long.
        #expect(limiter.blockedForS(Data(), at: 10) == nil)
    }

    @Test func `it can be switched off`() async throws {
        var settings = AuthSettings.quick
        settings.tellsEmailStatus = false
        try await AuthFixture.run(settings) { auth in
            let error = await #expect(throws: ServiceError.self) { _ = try await Self.ask(auth) }
            #expect(error?.code == .forbidden)
        }
    }
}
