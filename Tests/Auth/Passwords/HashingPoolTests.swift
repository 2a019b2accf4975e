import Auth
import Contracts
import Foundation
import TestSupport
import Testing

/// The pool of threads that hash passwords.
@Suite(.timeLimit(.minutes(5)))
struct HashingPoolTests {
    /// Bounds the duration of a failing test, in milliseconds.
    private static let timeoutMs = 20_000

    @Test func `hashes on all of its threads leave the threads of tasks free`() async throws {
        // More threads than the cooperative pool of one process has.
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let pool = HashingPool(runningMax: count)
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let (isOver, deadline) = (Flag(), Deadline.after(milliseconds: Self.timeoutMs))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    // No hash starts after one has ended.
                    defer { begin.finish() }
                    return try await pool.run(for: .client("a"), before: deadline) {
                        begin.yield(number)
                        // Spins like a hash, because the runtime compensates for threads that only wait.
                        while !isOver.isRaised, !deadline.hasPassed {}
                        return isOver.isRaised
                    }
                }
            }
            // This test is a task as well: it continues although all of those threads are busy.
            var busy: Set<Int> = []
            for await number in begun {
                busy.insert(number)
                if busy.count == count { break }
            }
            isOver.raise()
            for try await wasLetGo in group { #expect(wasLetGo) }
            #expect(busy.count == count)
        }
    }

    @Test func `a request to a full queue is refused with a message, and the others get their turn`() async throws {
        let (pool, gate) = (HashingPool(), Gate())
        defer { gate.open() }
        let deadline = Deadline.after(milliseconds: Self.timeoutMs)
        let taken = (0..<HashingPool.runningMax + HashingPool.waitingMax).map { number in
            Task { try await pool.run(for: .client("a"), before: deadline) { gate.pass(returning: number) } }
        }
        try await eventually("the queue is full", is: HashingPool.waitingMax) { pool.waitingCount }
        let error = await #expect(throws: ServiceError.self) {
            try await pool.run(for: .client("a"), before: deadline) { Issue.record("There was no room for this hash.") }
        }
        #expect(error?.code == .overloaded)
        #expect(error?.message.isEmpty == false)
        gate.open()
        for (number, task) in taken.enumerated() { #expect(try await task.value == number) }
    }

    @Test func `a request that waits too long is refused and not hashed`() async throws {
        let (pool, gate) = (HashingPool(runningMax: 1), Gate())
        defer { gate.open() }
        let first = Task {
            try await pool.run(for: .client("a"), before: .after(milliseconds: Self.timeoutMs)) {
                gate.pass(returning: 1)
            }
        }
        try await eventually("the first hash runs", is: 1) { gate.arrivalCount }
        let deadline = Deadline.after(milliseconds: FairSemaphore.minimumRemainingMs + 200)
        let waiting = Task {
            try await pool.run(for: .client("a"), before: deadline) { Issue.record("This hash came too late.") }
        }
        try await eventually("too little time is left") {
            deadline.millisecondsLeft < FairSemaphore.minimumRemainingMs
        }
        // The next request finds the place free, and the late one is refused, while the thread is still busy.
        let next = Task {
            try await pool.run(for: .client("a"), before: .after(milliseconds: Self.timeoutMs)) {
                gate.pass(returning: 2)
            }
        }
        let error = await #expect(throws: ServiceError.self) { try await waiting.value }
        #expect(error?.code == .overloaded)
        gate.open()
        #expect(try await first.value == 1)
        #expect(try await next.value == 2)
    }

    @Test func `a request cancelled while it waits ends at once and is not hashed`() async throws {
        let (pool, gate) = (HashingPool(runningMax: 1), Gate())
        defer { gate.open() }
        let deadline = Deadline.after(milliseconds: Self.timeoutMs)
        let first = Task { try await pool.run(for: .client("a"), before: deadline) { gate.pass(returning: 1) } }
        try await eventually("the first hash runs", is: 1) { gate.arrivalCount }
        let waiting = Task {
            try await pool.run(for: .client("a"), before: deadline) { Issue.record("This hash was cancelled.") }
        }
        try await eventually("the second hash waits", is: 1) { pool.waitingCount }
        waiting.cancel()
        // The thread is still busy with the first one.
        let error = await #expect(throws: ServiceError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        #expect(pool.waitingCount == 0)
        gate.open()
        #expect(try await first.value == 1)
    }
}

extension Gate {
    fileprivate func pass(returning number: Int) -> Int {
        pass()
        return number
    }
}
