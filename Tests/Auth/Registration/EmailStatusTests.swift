import Auth
import Contracts
import FoundationEssentials
import TestSupport
import Testing

@Suite struct EmailStatusTests {
    private static func ask(
        _ auth: AuthFixture,
        _ email: String = AuthFixture.email,
        from client: String = "203.0.113.9"
    ) async throws -> Bool {
        try await auth.service.emailStatus(AuthEmailStatus(email: email, client: client), .test()).registered
    }

    @Test func `an eleventh request for one address is refused, and other addresses and clients are not`() async throws
    {
        try await AuthFixture.run { auth in
            try await auth.register()
            for _ in 0..<EmailStatusLimiter.perAddressMax { #expect(try await Self.ask(auth)) }
            auth.clock.advance(seconds: 60)
            let error = await #expect(throws: ServiceError.self) { _ = try await Self.ask(auth, " ANN@example.org") }
            #expect(error?.code == .tooManyRequests)
            #expect(error?.params == ["retryAfterSeconds": "\(14 * 60)"])
            #expect(try await Self.ask(auth, "ben@example.org") == false)
            // Another client may still ask about the same address.
            #expect(try await Self.ask(auth, from: "198.51.100.7"))
            auth.clock.advance(seconds: 14 * 60)
            #expect(try await Self.ask(auth))
        }
    }

    @Test func `requests of one client and of all clients together are limited`() {
        let limiter = EmailStatusLimiter()
        func answered(_ clients: Range<Int>) -> Int {
            clients.reduce(0) { sum, client in
                sum + (0..<100).count { limiter.blockedForS(Data("\($0)".utf8), client: "\(client)", at: 5_000) == nil }
            }
        }
        #expect(answered(0..<1) == EmailStatusLimiter.perClientMax)
        #expect(answered(1..<2) == EmailStatusLimiter.perClientMax)
        #expect(answered(2..<200) == EmailStatusLimiter.totalMax - 2 * EmailStatusLimiter.perClientMax)
        #expect(limiter.blockedForS(Data(), client: "0", at: 5_000 + EmailStatusLimiter.windowS) == nil)
        // A clock that was set back starts a new window.
        #expect(limiter.blockedForS(Data(), client: "0", at: 10) == nil)
    }

    @Test func `a disabled email status is forbidden`() async throws {
        var settings = AuthSettings.quick
        settings.allowsEmailStatus = false
        try await AuthFixture.run(settings) { auth in
            let error = await #expect(throws: ServiceError.self) { _ = try await Self.ask(auth) }
            #expect(error?.code == .forbidden)
        }
    }
}
