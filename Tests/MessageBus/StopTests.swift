import Contracts
import MessageBus
import TestSupport
import Testing

/// Tests requests that run when a process stops; what they use is closed after the bus has stopped.
@Suite(.timeLimit(.minutes(5)))
struct StopTests {
    /// The way in which a process is told to stop.
    enum End: CaseIterable {
        case drained
        case cancelled
    }

    /// Runs a worker and one call of it, and stops the worker after its handler has begun.
    private static func stop(
        _ end: End,
        _ limits: StopLimits,
        handler: @escaping @Sendable () async -> Void,
        _ check: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await BusFixture.run { fixture in
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let worker = fixture.bus("worker", stopLimits: limits)
            let endpoint = Endpoint.handle(EchoOnce.self) { request, _ in
                started.yield()
                await handler()
                return Echo.Reply(text: request.text, instance: "worker")
            }
            worker.serve(Echo.service, capacity: 1, [endpoint])
            try await fixture.withClient([]) { client in
                let running = Task { try await worker.run() }
                let call = Task { try await client.call(EchoOnce(text: "x"), .own()) }
                for await _ in starts { break }
                switch end {
                case .drained: worker.drain()
                case .cancelled: running.cancel()
                }
                try await running.value
                try await check()
                call.cancel()
                _ = await call.result
            }
        }
    }

    @Test(arguments: End.allCases)
    func `requests that do not end by themselves are cancelled and awaited`(end: End) async throws {
        let ended = Flag()
        let (never, feed) = AsyncStream.makeStream(of: Void.self)
        var limits = StopLimits()
        limits.handlersMs = 10
        // Far longer than the handler takes on a busy machine.
        limits.cancelledMs = 50_000
        try await Self.stop(end, limits) {
            // Waits until the task is cancelled.
            for await _ in never {}
            // Each yield lets all other work of the process run first.
            for _ in 0..<5 { await Task.yield() }
            ended.raise()
        } _: {
            #expect(ended.isRaised, "the bus stopped before the request ended")
        }
        feed.finish()
    }

    @Test func `a retryable request that is cancelled by a stop is answered by the next worker`() async throws {
        try await BusFixture.run { fixture in
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let (never, feed) = AsyncStream.makeStream(of: Void.self)
            var limits = StopLimits()
            limits.handlersMs = 10
            let (first, second) = (fixture.bus("first", stopLimits: limits), fixture.bus("second"))
            let held = Endpoint.handle(Echo.self) { _, _ in
                started.yield()
                for await _ in never {}
                throw CancellationError()
            }
            first.serve(Echo.service, capacity: 1, [held])
            second.serve(
                Echo.service,
                capacity: 1,
                [.handle(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: "second") }]
            )
            try await fixture.withClient([]) { client in
                let running = Task { try await first.run() }
                let call = Task { try await client.call(Echo(text: "x"), .own()) }
                for await _ in starts { break }
                let next = Task { try await second.run() }
                first.drain()
                try await running.value
                #expect(try await call.value == Echo.Reply(text: "x", instance: "second"))
                next.cancel()
                _ = await next.result
            }
            feed.finish()
        }
    }

    @Test(arguments: End.allCases)
    func `a request that ignores its cancellation does not delay the stop`(end: End) async throws {
        let (goOn, feed) = AsyncStream.makeStream(of: Void.self)
        var limits = StopLimits()
        (limits.handlersMs, limits.cancelledMs) = (10, 10)
        try await Self.stop(end, limits) {
            // A detached task is not cancelled.
            await Task.detached { for await _ in goOn {} }.value
        } _: {
            // The bus has stopped, although the request still runs.
            feed.finish()
        }
    }
}
