import Auth
import Contracts
import TestSupport
import Testing

/// The order of waiting requests, and refusals when the queue is full.
@Suite(.timeLimit(.minutes(5)))
struct FairSemaphoreTests {
    private static let deadline = Deadline.after(milliseconds: 20_000)

    /// Returns a semaphore with its only turn taken.
    private static func busy(waitingMax: Int) async throws -> FairSemaphore {
        let semaphore = FairSemaphore(runningMax: 1, waitingMax: waitingMax, overloaded: "full")
        try await semaphore.acquire(.client("busy"), before: deadline)
        return semaphore
    }

    /// Waits for a turn, and records its place in the order.
    private static func wait(
        _ semaphore: FairSemaphore,
        _ share: FairSemaphore.Share,
        _ name: String,
        _ order: Recorder<String>
    ) async throws -> Task<Void, any Error> {
        let before = semaphore.waitingCount
        let task = Task {
            try await semaphore.acquire(share, before: deadline)
            order.record(name)
            semaphore.release()
        }
        try await eventually("\(name) waits") { semaphore.waitingCount != before }
        return task
    }

    @Test func `shares take turns even if one of them has many requests`() async throws {
        let (semaphore, order) = (try await Self.busy(waitingMax: 10), Recorder<String>())
        var tasks: [Task<Void, any Error>] = []
        for (client, name) in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1")] {
            tasks.append(try await Self.wait(semaphore, .client(client), name, order))
        }
        semaphore.release()
        for task in tasks { try await task.value }
        #expect(order.values == ["a1", "b1", "c1", "a2", "a3"])
        #expect(semaphore.waitingCount == 0)
    }

    @Test func `a client that fills the queue loses a place to another client`() async throws {
        let (semaphore, order) = (try await Self.busy(waitingMax: 3), Recorder<String>())
        var greedy: [Task<Void, any Error>] = []
        for number in 0..<3 { greedy.append(try await Self.wait(semaphore, .client("a"), "a\(number)", order)) }
        // A fourth request of the same client is refused.
        let refused = await #expect(throws: ServiceError.self) {
            try await semaphore.acquire(.client("a"), before: Self.deadline)
        }
        #expect(refused?.code == .overloaded)
        let other = Task { try await semaphore.acquire(.client("b"), before: Self.deadline) }
        let evicted = await #expect(throws: ServiceError.self) { try await greedy[2].value }
        #expect(evicted?.code == .overloaded)
        semaphore.release()
        try await greedy[0].value
        try await other.value
        semaphore.release()
        try await greedy[1].value
        #expect(order.values == ["a0", "a1"])
    }

    @Test func `a known user gets a place in a queue full of unknown clients`() async throws {
        let (semaphore, order) = (try await Self.busy(waitingMax: 2), Recorder<String>())
        let first = try await Self.wait(semaphore, .client("a"), "a", order)
        let second = try await Self.wait(semaphore, .client("b"), "b", order)
        let refused = await #expect(throws: ServiceError.self) {
            try await semaphore.acquire(.client("c"), before: Self.deadline)
        }
        #expect(refused?.code == .overloaded)
        let known = Task { try await semaphore.acquire(.user(.make()), before: Self.deadline) }
        await #expect(throws: ServiceError.self) { try await second.value }
        semaphore.release()
        try await first.value
        try await known.value
        semaphore.release()
        #expect(order.values == ["a"])
    }
}
