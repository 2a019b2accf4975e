import BrokerCore
import Contracts
import MessageBus
import Testing

/// Tests the effect of a stalled service on the others.
@Suite(.timeLimit(.minutes(5)))
struct SharedBytesTests {
    /// A method of another service than echo.
    private struct Slow: Contract {
        typealias Reply = Echo.Reply

        static let method = Method("slow.say", of: ServiceName(rawValue: "slow"), .read, .anyone)

        var text: String
    }

    private static let large = String(repeating: "x", count: 60_000)
    /// Twice as many as fit.
    private static let calls = 40

    @Test func `a stalled service that uses all bytes causes no shedding for another service`() async throws {
        var limits = BrokerLimits()
        limits.heldBytesMax = 1 << 20
        try await BusFixture.run(limits: limits) { fixture in
            let (held, end) = AsyncStream.makeStream(of: Void.self)
            let slow = fixture.bus("slow")
            slow.serve(
                Slow.method.service,
                capacity: 1,
                [
                    .handle(Slow.self) { _, _ -> Echo.Reply in
                        for await _ in held {}
                        return Echo.Reply(text: "", instance: "slow")
                    }
                ]
            )
            let echo = fixture.bus("echo").servingEcho(as: "echo")
            try await fixture.withClient([slow, echo]) { client in
                try await Self.fill(client)
                end.finish()
            }
        }
    }

    /// Calls the slow service until its requests use all bytes, and then the other one.
    private static func fill(_ client: MessageBus) async throws {
        try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
            for _ in 0..<calls { group.addTask { await code(of: client) } }
            // The first call that ends is one that found no room.
            #expect(try await group.next() == .overloaded)
            for _ in 0..<20 {
                let reply = try await client.call(Echo(text: large), .own())
                #expect(reply.instance == "echo")
            }
            group.cancelAll()
        }
    }

    /// Calls the slow service; returns the error's code.
    private static func code(of client: MessageBus) async -> ErrorCode? {
        do {
            _ = try await client.call(Slow(text: large), .own())
            return nil
        } catch {
            return error.code
        }
    }
}
