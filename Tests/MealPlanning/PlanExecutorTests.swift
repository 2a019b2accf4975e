import Contracts
import Foundation
import MealPlanning
import Synchronization
import Testing

/// Where menus are made.
@Suite(.timeLimit(.minutes(1)))
struct PlanExecutorTests {
    @Test func `more menus at once than there are processors leave tasks their threads`() async throws {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let (begun, begin) = AsyncStream.makeStream(of: Int.self)
        let (isOver, plans) = (Flag(), PlanExecutor())
        // So that a test that fails ends, too.
        let deadline = Deadline.after(milliseconds: 20_000)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    try await plans.run(before: deadline) {
                        begin.yield(number)
                        // As busy as a search, because threads that only wait are made up for.
                        while !isOver.isRaised, !deadline.hasPassed {}
                        return isOver.isRaised
                    }
                }
            }
            // This is a task, too: it goes on although all of them are busy, and all of them have a thread.
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

private final class Flag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .relaxed) }
    func raise() { value.store(true, ordering: .relaxed) }
}
