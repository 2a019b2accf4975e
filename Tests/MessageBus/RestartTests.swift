import Broker
import Contracts
import MessageBus
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RestartTests {
    private static func worker(_ fixture: BusFixture, _ name: String) -> MessageBus {
        let bus = fixture.bus(name)
        bus.serve(
            Echo.service,
            capacity: 8,
            [.inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: name) }]
        )
        return bus
    }

    @Test func `a draining worker finishes its requests, and the next worker takes over`() async throws {
        try await BusFixture.run { fixture in
            let first = Self.worker(fixture, "first")
            try await fixture.withClient([]) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await first.run() }
                    let before = try await client.call(Echo(text: "1"), .own())
                    #expect(before.instance == "first")
                    first.drain()
                    try await group.waitForAll()
                    let second = Self.worker(fixture, "second")
                    group.addTask { try await second.run() }
                    let after = try await client.call(Echo(text: "2"), .own())
                    #expect(after.instance == "second")
                    group.cancelAll()
                }
            }
        }
    }

    @Test func `a draining worker sends all of its long answers`() async throws {
        let count = 30
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            worker.serve(
                Echo.service,
                capacity: count,
                [
                    .handle(EchoOnce.self) { _, _ in
                        started.yield()
                        for await _ in ends { break }
                        return Echo.Reply(text: String(repeating: "a", count: 500_000), instance: "worker")
                    }
                ]
            )
            try await fixture.withClient([]) { client in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask {
                        try await worker.run()
                        return 0
                    }
                    for _ in 0..<count {
                        group.addTask { try await client.call(EchoOnce(text: "x"), .own()).text.count }
                    }
                    var running = 0
                    for await _ in starts {
                        running += 1
                        if running == count { break }
                    }
                    worker.drain()
                    end.finish()
                    let lengths = try await group.reduce(into: [Int]()) { $0.append($1) }
                    #expect(lengths.filter { $0 == 500_000 }.count == count)
                }
            }
        }
    }

    @Test func `client and worker reconnect to a restarted broker`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (client, worker) = (fixture.bus("client"), Self.worker(fixture, "worker"))
            group.addTask { try await client.run() }
            group.addTask { try await worker.run() }
            for round in 0..<3 {
                let broker = Task { try await fixture.broker().runUntilCancelled() }
                let reply = try await client.call(Echo(text: "\(round)"), .own())
                #expect(reply.text == "\(round)")
                broker.cancel()
                _ = await broker.result
            }
            group.cancelAll()
        }
    }

    @Test func `a second broker on the same directory does not start`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture, "worker")]) { client in
                _ = try await client.call(Echo(text: "the first broker is there"), .own())
                let error = await #expect(throws: (any Error).self) { try await fixture.broker().runUntilCancelled() }
                #expect("\(error.map { "\($0)" } ?? "")".contains("Another broker runs"))
            }
        }
    }
}
