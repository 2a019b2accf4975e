import Broker
import Contracts
import MessageBus
import ServiceLifecycle
import TestSupport
import Testing

/// Tests the state that a process reports, and the graceful shutdown of a broker.
@Suite(.timeLimit(.minutes(5)))
struct PresenceTests {
    @Test func `a process is serving while a broker has registered its services, and not before or after`() async throws
    {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let worker = fixture.bus("worker")
        worker.serve(
            Echo.service,
            capacity: 1,
            [.inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: "worker") }]
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run() }
            // There is no broker yet, and the process is alive.
            await worker.checkLiveness()
            #expect(!worker.isServing)
            let broker = Task { try await fixture.broker().runUntilCancelled() }
            try await eventually("the process is serving") { worker.isServing }
            await worker.checkLiveness()
            broker.cancel()
            _ = await broker.result
            try await eventually("the process is not serving") { !worker.isServing }
            group.cancelAll()
            try await group.waitForAll()
        }
        // A stopped bus answers the check at once.
        await worker.checkLiveness()
    }

    @Test func `a broker answers liveness checks while it runs`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let broker = fixture.broker()
        #expect(!broker.isListening)
        let running = Task { try await broker.runUntilCancelled() }
        try await eventually("the broker listens") { broker.isListening }
        for _ in 0..<100 { await broker.checkLiveness() }
        running.cancel()
        _ = await running.result
        await broker.checkLiveness()
        #expect(!broker.isListening)
    }

    @Test func `a broker that is told to stop waits for the answer to a request that is not retryable`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let broker = ServiceGroup(
            configuration: .init(services: [.init(service: fixture.broker())], logger: fixture.logger)
        )
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let worker = fixture.bus("worker")
        worker.serve(
            Echo.service,
            capacity: 1,
            [
                .handle(EchoOnce.self) { request, _ in
                    started.yield()
                    for await _ in ends { break }
                    return Echo.Reply(text: request.text, instance: "worker")
                }
            ]
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await broker.run() }
            try await fixture.withClient([worker]) { client in
                async let reply = client.call(EchoOnce(text: "once"), .own())
                for await _ in starts { break }
                await broker.triggerGracefulShutdown()
                // The broker runs meanwhile: otherwise the worker would not be serving.
                try await eventually("the process is serving") { worker.isServing }
                end.yield()
                let text = try await reply.text
                #expect(text == "once")
            }
            try await group.waitForAll()
        }
    }
}
