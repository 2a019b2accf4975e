import Broker
import Contracts
import Dispatch
import HTTPServer
import MessageBus
import NIOCore
import NIOPosix
import TestSupport
import Testing

/// Tests calls that are made and answered on an event loop.
@Suite(.timeLimit(.minutes(5)))
struct EventLoopTransportTests {
    private static func worker(_ fixture: BusFixture) -> MessageBus {
        let bus = fixture.bus("worker")
        bus.serve(
            Echo.service,
            capacity: 8,
            [.inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: "worker") }]
        )
        return bus
    }

    /// Runs the body with a bus that sends the calls of two event loops.
    private static func run(
        _ buses: [MessageBus],
        _ fixture: BusFixture,
        host: (any EventLoop) -> any EventLoopAdapter = EventLoopHost.init,
        _ body: @escaping @Sendable (MessageBus, [any EventLoop]) async throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let loops = Array(group.makeIterator())
        let client = fixture.bus("client", hostLoops: loops.map(host))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for bus in buses + [client] { tasks.addTask { try await bus.run() } }
            do {
                try await body(client, loops)
            } catch {
                tasks.cancelAll()
                throw error
            }
            tasks.cancelAll()
            try await tasks.waitForAll()
        }
        try await group.shutdownGracefully()
    }

    /// An event loop that never runs what is scheduled in a second or later.
    private struct ShortTimerHost: EventLoopAdapter {
        private static let farMs = 1_000

        let host: EventLoopHost

        var isCurrent: Bool { host.isCurrent }

        func execute(_ body: @escaping @Sendable () -> Void) { host.execute(body) }

        func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
            if milliseconds < Self.farMs { host.schedule(afterMilliseconds: milliseconds, body) }
        }

        func openStream(_ descriptor: Int32, whenReady: @escaping @Sendable () -> Void) -> any LinkStream {
            host.openStream(descriptor, whenReady: whenReady)
        }
    }

    private static func call(
        _ text: String,
        _ bus: MessageBus,
        on loop: any EventLoop,
        within milliseconds: Int = 10_000
    ) -> Task<(reply: String, isOnLoop: Bool), any Error> {
        Task(executorPreference: EventLoopExecutor(loop)) {
            let context = RequestContext(
                id: .make(),
                principal: nil,
                idempotencyKey: nil,
                deadline: .after(milliseconds: milliseconds),
                traceparent: nil
            )
            let reply = try await bus.call(Echo(text: text), context)
            return (reply.text, loop.inEventLoop)
        }
    }

    @Test func `calls of event loops and of other threads each get their own answer`() async throws {
        try await BusFixture.run { fixture in
            try await Self.run([Self.worker(fixture)], fixture) { bus, loops in
                // Some exceed what a socket accepts in one write.
                let texts = (0..<300).map { "\($0)" + String(repeating: "a", count: $0 % 50 == 0 ? 400_000 : 10) }
                let calls = texts.enumerated().map { Self.call($1, bus, on: loops[$0 % 2]) }
                let elsewhere = try await bus.call(Echo(text: "elsewhere"), .own())
                #expect(elsewhere.text == "elsewhere")
                for (call, text) in zip(calls, texts) {
                    let answer = try await call.value
                    #expect(answer.reply == text)
                    #expect(answer.isOnLoop, "an answer arrived on another thread")
                }
            }
        }
    }

    @Test func `a liveness check waits for a blocked event loop`() async throws {
        try await BusFixture.run { fixture in
            try await Self.run([Self.worker(fixture)], fixture) { bus, loops in
                await bus.checkLiveness()
                let (gate, isRound) = (DispatchSemaphore(value: 0), Flag())
                // A running loop could answer before it is blocked by the gate.
                await withCheckedContinuation { standing in
                    loops[1].execute {
                        standing.resume()
                        gate.wait()
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { tasks in
                    tasks.addTask {
                        await bus.checkLiveness()
                        isRound.raise()
                    }
                    // Everything else continues meanwhile.
                    for number in 0..<10 { _ = try await bus.call(Echo(text: "\(number)"), .own()) }
                    #expect(!isRound.isRaised)
                    gate.signal()
                    try await tasks.waitForAll()
                }
                #expect(isRound.isRaised)
            }
        }
    }

    @Test func `a call waits for a broker that restarts`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await Self.run([Self.worker(fixture)], fixture) { bus, loops in
            for number in 1...2 {
                let call = Self.call("\(number)", bus, on: loops[0])
                let broker = fixture.broker()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await broker.runUntilCancelled() }
                    let answer = try await call.value
                    #expect(answer.reply == "\(number)")
                    group.cancelAll()
                }
            }
        }
    }

    @Test func `a lost broker is reconnected before the first handshake's timeout`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let worker = Self.worker(fixture)
        // The handshake's timeout, five seconds, never occurs here.
        let host: (any EventLoop) -> any EventLoopAdapter = { ShortTimerHost(host: EventLoopHost($0)) }
        try await Self.run([worker], fixture, host: host) { bus, loops in
            let first = Task { try await fixture.broker().runUntilCancelled() }
            try await eventually("both processes are serving") { worker.isServing && bus.isServing }
            first.cancel()
            _ = await first.result
            // No call was made, so the loops have scheduled only the timeouts of their handshakes.
            let second = Task { try await fixture.broker().runUntilCancelled() }
            let answer = try await Self.call("again", bus, on: loops[0]).value
            #expect(answer.reply == "again")
            second.cancel()
            _ = await second.result
        }
    }

    @Test func `a cancelled call of an event loop cancels the worker's task`() async throws {
        try await BusFixture.run { fixture in
            let (steps, step) = AsyncStream.makeStream(of: String.self)
            let worker = fixture.bus("worker")
            let slow = Endpoint.handle(Echo.self) { _, _ in
                step.yield("begun")
                await withTaskCancellationHandler {
                    try? await waitForCancellation()
                } onCancel: {
                    step.yield("cancelled")
                }
                return Echo.Reply(text: "", instance: "")
            }
            worker.serve(Echo.service, capacity: 8, [slow])
            try await Self.run([worker], fixture) { bus, loops in
                let call = Self.call("x", bus, on: loops[1])
                var iterator = steps.makeAsyncIterator()
                let first = await iterator.next()
                #expect(first == "begun")
                call.cancel()
                let second = await iterator.next()
                #expect(second == "cancelled")
                let error = await #expect(throws: ServiceError.self) { try await call.value }
                #expect(error?.code == .cancelled)
            }
        }
    }

    @Test func `a call without a broker ends at its deadline, or when the process stops`() async throws {
        // There is neither a worker nor a broker.
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let (calls, made) = AsyncStream.makeStream(of: Task<(reply: String, isOnLoop: Bool), any Error>.self)
        try await Self.run([], fixture) { bus, loops in
            let short = Self.call("x", bus, on: loops[0], within: 100)
            let late = await #expect(throws: ServiceError.self) { try await short.value }
            #expect(late?.code == .deadlineExceeded)
            made.yield(Self.call("y", bus, on: loops[0]))
        }
        for await call in calls {
            let stopped = await #expect(throws: ServiceError.self) { try await call.value }
            #expect(stopped?.code == .unavailable)
            break
        }
    }
}
