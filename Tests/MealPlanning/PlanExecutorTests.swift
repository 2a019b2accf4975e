import CalorieCalculator
import Contracts
import Foundation
import TestSupport
import Testing

/// Checks that menus do not run on the cooperative pool.
@Suite(.timeLimit(.minutes(5)))
struct PlanExecutorTests {
    @Test func `more menus than processors do not block tasks`() async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let (isOver, plans) = (Flag(), PlanExecutor())
        // Ends the test if it fails.
        let deadline = Deadline.after(milliseconds: 20_000)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await plans.run(before: deadline) {
                        begin.yield(number)
                        // Spins like a search, because the pool replaces threads that only wait.
                        while !isOver.isRaised, !deadline.hasPassed {}
                        return isOver.isRaised
                    }
                }
            }
            // This task continues although all threads are busy, and each plan has its own thread.
            var busy: Set<Int> = []
            for await number in begun {
                busy.insert(number)
                if busy.count == count { break }
            }
            isOver.raise()
            for try await hasWaited in group { #expect(hasWaited) }
            #expect(busy.count == count)
        }
    }
}
