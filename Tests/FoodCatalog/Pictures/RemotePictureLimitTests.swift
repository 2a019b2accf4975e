import Contracts
import FoodCatalog
import StubRemoteSource
import TestSupport
import Testing

/// Limits of the requests for pictures at other servers.
struct RemotePictureLimitTests {
    private func use(
        _ behaviour: StubRemoteSource.Behaviour,
        _ body: (RemotePictures, StubRemoteSource, TestClock) async throws -> Void
    ) async throws {
        let (stub, clock) = (try await StubRemoteSource { _ in behaviour }, TestClock())
        let http = RemoteHTTP(contact: nil, logger: .silent)
        let server = try #require(RemoteAddress(stub.address))
        let pictures = RemotePictures([server], timeoutMs: 120_000, http: http, clocks: clock.clocks, logger: .silent)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(pictures, stub, clock))
        } catch {
            outcome = .failure(error)
        }
        try http.shutDown()
        try await stub.stop()
        try outcome.get()
    }

    @Test func `a user who asks for many pictures leaves some for others`() async throws {
        try await use(.status(404)) { pictures, stub, _ in
            let (greedy, other) = (UserID.make(), UserID.make())
            for number in 0..<120 { _ = await pictures.picture(at: "\(stub.address)/\(number).png", for: greedy) }
            // Of 300 a minute, 120 may come at once, and a quarter of them is left.
            #expect(stub.requests.count == 90)
            _ = await pictures.picture(at: "\(stub.address)/other.png", for: other)
            #expect(stub.requests.count == 91)
        }
    }

    @Test func `a server that asks for a pause gets it`() async throws {
        try await use(.status(429, ["Retry-After: 30"])) { pictures, stub, clock in
            let user = UserID.make()
            for number in 0..<3 { _ = await pictures.picture(at: "\(stub.address)/\(number).png", for: user) }
            #expect(stub.requests.count == 1)
            clock.advance(seconds: 30)
            _ = await pictures.picture(at: "\(stub.address)/3.png", for: user)
            #expect(stub.requests.count == 2)
        }
    }

    @Test func `a server that refuses each request rests after five`() async throws {
        try await use(.status(403)) { pictures, stub, _ in
            let user = UserID.make()
            for number in 0..<9 { _ = await pictures.picture(at: "\(stub.address)/\(number).png", for: user) }
            #expect(stub.requests.count == CircuitBreaker.failuresMax)
        }
    }
}
