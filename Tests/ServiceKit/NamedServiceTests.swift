import Logging
import ServiceKit
import ServiceLifecycle
import Testing

/// Logs must not have what services know.
struct NamedServiceTests {
    private struct Failure: Error {}

    private struct Keeper: Service {
        let password = "correct horse"

        func run() async throws { throw Failure() }
    }

    @Test func `the description of a service is its type, without what it contains`() {
        #expect("\(Keeper())".contains("correct horse"))
        #expect("\(NamedService(Keeper()))" == "Keeper")
        #expect("\(NamedService(NamedService(Keeper())))" == "NamedService")
    }

    @Test func `a named service runs the service, and passes its error on`() async {
        await #expect(throws: Failure.self) { try await NamedService(Keeper()).run() }
    }

    @Test func `the description of a pair of keys has the public one alone`() {
        let pair = CurveKeyPair.make()
        for text in ["\(pair)", String(reflecting: pair), "\([pair])", "\((name: "a", pair: pair))"] {
            #expect(text.contains("\(pair.publicKey)"))
            #expect(!text.contains("\(pair.secret[0]), \(pair.secret[1])"))
        }
    }
}
