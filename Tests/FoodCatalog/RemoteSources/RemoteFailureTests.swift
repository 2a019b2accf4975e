import Contracts
import FoodCatalog
import Glibc
import StubRemoteSource
import TestSupport
import Testing

/// Sources with bad, late or missing responses.
@Suite(.timeLimit(.minutes(5)))
struct RemoteFailureTests {
    private typealias Behaviour = StubRemoteSource.Behaviour

    @Sendable private static func found(_ request: StubRemoteSource.Request) -> Behaviour {
        .ok(DocumentedAnswers.search([DocumentedAnswers.spread]))
    }

    /// Behaviours of a failing source, with the reported state.
    private static let failures: [(String, Behaviour, RemoteState)] = [
        ("no JSON", .ok("no JSON"), .failed),
        ("an error page with status 200", .ok(DocumentedAnswers.errorPage), .failed),
        ("a missing field", .ok("{}"), .failed),
        ("status 500", .status(500, body: DocumentedAnswers.errorPage), .failed),
        ("status 204", .status(204), .failed),
        ("no key", .status(403), .failed),
        ("too many requests", .status(429, ["Retry-After: 30"]), .tooManyRequests),
        (
            "too many requests, until a date", .status(429, ["Retry-After: Wed, 21 Oct 2026 07:28:00 GMT"]),
            .tooManyRequests
        ),
        ("a closed connection", .close, .failed),
        ("a connection closed within the body", .closeAfter(#"{"products":["#), .failed),
        ("an endless body", .endless, .failed),
        ("no response", .silence, .timedOut),
        ("a slow endless body", .slowBody, .timedOut),
        ("a redirect loop", .redirect("/cgi/search.pl"), .failed),
        ("another host", .redirect("http://localhost:1/"), .failed),
        ("an invalid URL", .redirect("http://["), .failed),
        ("another scheme", .redirect("file:///etc/passwd"), .failed),
    ]

    @Test(arguments: failures.indices)
    func `a failing source is reported and does not affect the other one`(index: Int) async throws {
        let (what, behaviour, state) = Self.failures[index]
        @Sendable func answer(_ request: StubRemoteSource.Request) -> Behaviour {
            request.target.contains("/parser") || request.target == "/" ? behaviour : Self.found(request)
        }
        let timeoutMs = state == .timedOut ? RemoteFixture.shortTimeoutMs : RemoteFixture.longTimeoutMs
        try await RemoteFixture.use([.openFoodFacts, .edamam], answer, timeoutMs: timeoutMs) { fixture in
            let reply = try await fixture.find("spread")
            #expect(reply.items.map(\.source) == ["openFoodFacts"], "\(what)")
            #expect(reply.sources.map(\.state) == ["answered", state.rawValue], "\(what)")
            let reason = try #require(reply.sources[1].reason)
            #expect(reason.hasPrefix("Edamam") && reason.hasSuffix("."))
            #expect(!RemoteFixture.secrets.contains { reason.contains($0) || "\(reply)".contains($0) })
            #expect(fixture.log.contains(reason), "the operator can see it")
            #expect(!fixture.log.contains("spread"), "queries are not logged")
        }
    }

    @Test func `a redirect within a source is followed a limited number of times`() async throws {
        @Sendable func answer(_ request: StubRemoteSource.Request) -> Behaviour {
            request.target.contains("moved") ? Self.found(request) : .redirect("/moved?x=1")
        }
        try await RemoteFixture.use([.openFoodFacts], answer) { fixture in
            let state = try await fixture.state("spread")
            #expect(state == "answered")
            fixture.stub.behave { _ in .redirect("/round") }
            #expect(try await fixture.state("bread") == "failed")
            #expect(fixture.stub.requests.count == 2 + 1 + RemoteHTTP.redirectsMax)
        }
    }

    @Test func `no failure reveals a secret in an error, a log line or a description`() async throws {
        for (_, behaviour, _) in Self.failures {
            let timeoutMs = RemoteFixture.shortTimeoutMs
            try await RemoteFixture.use([.edamam], always: behaviour, timeoutMs: timeoutMs) { fixture in
                _ = try await fixture.find("apple")
                _ = await fixture.remote.lookUp(barcode: "3017620422003", for: nil)
            }
        }
        // The server is stopped.
        try await RemoteFixture.use([.edamam], Self.found) { fixture in
            try await fixture.stub.stop()
            #expect(try await fixture.state("apple") == "failed")
        }
        let key = Edamam.Key(id: RemoteFixture.secrets[0], key: RemoteFixture.secrets[1])
        let edamam = Edamam(try #require(RemoteAddress(Edamam.standardAddress)), key)
        let request = edamam.request(for: .words("apple", language: "en"))
        var dumped = ""
        dump(edamam, to: &dumped)
        let texts = ["\(key)", String(reflecting: key), "\(edamam)", "\(request)", String(reflecting: request), dumped]
        #expect(!texts.contains { text in RemoteFixture.secrets.contains { text.contains($0) } })
    }

    @Test func `a source is suspended after consecutive failures and probed later`() async throws {
        try await RemoteFixture.use([.openFoodFacts], always: .status(500)) { fixture in
            for number in 0..<CircuitBreaker.failuresMax {
                #expect(try await fixture.state("food \(number)") == "failed")
                fixture.clock.advance(seconds: 10)
            }
            let asked = fixture.stub.requests.count
            let report = try #require(try await fixture.find("bread").sources.first)
            #expect(report.state == "resting")
            #expect(report.retryAfterSeconds == 20)
            #expect(fixture.stub.requests.count == asked)
            fixture.clock.advance(seconds: 20)
            #expect(try await fixture.state("bread") == "failed", "the probe fails")
            #expect(try await fixture.state("bread") == "resting")
            fixture.clock.advance(seconds: 60)
            fixture.stub.behave(Self.found)
            #expect(try await fixture.state("bread") == "answered")
            #expect(try await fixture.state("butter") == "answered")
        }
    }

    @Test func `a source is asked within its limit, and cached answers do not count`() async throws {
        try await RemoteFixture.use([.openFoodFacts], Self.found) { fixture in
            var states: [String] = []
            for number in 0..<20 { states.append(try await fixture.state("food \(number)")) }
            // Of 10 a minute, 4 may come at once; a user leaves one of them for others.
            #expect(states.count { $0 == "answered" } == 3)
            #expect(states.count { $0 == "tooManyRequests" } == 17)
            #expect(fixture.stub.requests.count == 3)
            #expect(try await fixture.state("food 0") == "answered")
            fixture.clock.advance(seconds: 10)
            #expect(try await fixture.state("food 19") == "answered")
        }
    }

    @Test func `a source is not asked before its retry time`() async throws {
        try await RemoteFixture.use([.openFoodFacts], always: .status(429, ["Retry-After: 90"])) { fixture in
            #expect(try await fixture.state("spread") == "tooManyRequests")
            fixture.stub.behave(Self.found)
            fixture.clock.advance(seconds: 89)
            let report = try #require(try await fixture.find("spread").sources.first)
            #expect((report.state, report.retryAfterSeconds) == ("tooManyRequests", 1))
            #expect(fixture.stub.requests.count == 1)
            fixture.clock.advance(seconds: 1)
            #expect(try await fixture.state("spread") == "answered")
        }
    }

    @Test func `a connection that was never established is not taken for a closed one`() {
        #expect([ECONNRESET, EPIPE, ENOTCONN].allSatisfy(RemoteHTTP.isClosedConnection(errno:)))
        let unreachable = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT, EMFILE]
        #expect(!unreachable.contains(where: RemoteHTTP.isClosedConnection(errno:)))
    }
}
