import Auth
import Contracts
import Synchronization
import Testing

/// The order of waiting requests, and refusals when the queue is full.
@Suite(.timeLimit(.minutes(1)))
struct FairTurnsTests {
    private static let deadline = Deadline.after(milliseconds: 20_000)

    /// Returns a scheduler with its only turn taken.
    private static func busy(waitingMax: Int) async throws -> FairTurns {
        let turns = FairTurns(runningMax: 1, waitingMax: waitingMax, overloaded: "full")
        try await turns.take(.client("busy"), before: deadline)
        return turns
    }

    /// Waits for a turn, and records its place in the order.
    private static func wait(
        _ turns: FairTurns,
        _ share: FairTurns.Share,
        _ name: String,
        _ order: Order
    ) async throws -> Task<Void, any Error> {
        let before = turns.waitingCount
        let task = Task {
            try await turns.take(share, before: deadline)
            order.add(name)
            turns.giveBack()
        }
        while turns.waitingCount == before {
            try #require(!deadline.hasPassed)
            await Task.yield()
        }
        return task
    }

    private final class Order: Sendable {
        private let kept = Mutex<[String]>([])
        var names: [String] { kept.withLock { $0 } }
        func add(_ name: String) { kept.withLock { $0.append(name) } }
    }

    @Test func `shares take turns even if one of them has many requests`() async throws {
        let (turns, order) = (try await Self.busy(waitingMax: 10), Order())
        var tasks: [Task<Void, any Error>] = []
        for (client, name) in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1")] {
            tasks.append(try await Self.wait(turns, .client(client), name, order))
        }
        turns.giveBack()
        for task in tasks { try await task.value }
        #expect(order.names == ["a1", "b1", "c1", "a2", "a3"])
        #expect(turns.waitingCount == 0)
    }

    @Test func `a client that fills the queue loses a place to another client`() async throws {
        let (turns, order) = (try await Self.busy(waitingMax: 3), Order())
        var greedy: [Task<Void, any Error>] = []
        for number in 0..<3 { greedy.append(try await Self.wait(turns, .client("a"), "a\(number)", order)) }
        // A fourth request of the same client is refused.
        let refused = await #expect(throws: ServiceError.self) {
            try await turns.take(.client("a"), before: Self.deadline)
        }
        #expect(refused?.code == .overloaded)
        let other = Task { try await turns.take(.client("b"), before: Self.deadline) }
        let shed = await #expect(throws: ServiceError.self) { try await greedy[2].value }
        #expect(shed?.code == .overloaded)
        turns.giveBack()
        try await greedy[0].value
        try await other.value
        turns.giveBack()
        try await greedy[1].value
        #expect(order.names == ["a0", "a1"])
    }

    @Test func `a known user gets a place in a queue full of unknown clients`() async throws {
        let (turns, order) = (try await Self.busy(waitingMax: 2), Order())
        let first = try await Self.wait(turns, .client("a"), "a", order)
        let second = try await Self.wait(turns, .client("b"), "b", order)
        let refused = await #expect(throws: ServiceError.self) {
            try await turns.take(.client("c"), before: Self.deadline)
        }
        #expect(refused?.code == .overloaded)
        let known = Task { try await turns.take(.user(.make()), before: Self.deadline) }
        await #expect(throws: ServiceError.self) { try await second.value }
        turns.giveBack()
        try await first.value
        try await known.value
        turns.giveBack()
        #expect(order.names == ["a"])
    }
}
