import Contracts
import Synchronization
import Testing
import Threading

@Suite(.timeLimit(.minutes(5)))
struct AsyncLockTests {
    /// Holds the lock until `release` is called.
    private struct Holder {
        private let ends: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (ends, continuation) = AsyncStream.makeStream()
        }

        func release() { continuation.finish() }

        /// Runs the test while the lock is held.
        func hold(_ lock: AsyncLock, _ body: () async throws -> Void) async throws {
            let (begins, hasBegun) = AsyncStream.makeStream(of: Void.self)
            async let held: Void = lock.withLock {
                hasBegun.finish()
                for await _ in ends {}
            }
            for await _ in begins {}
            defer { release() }
            try await body()
            release()
            await held
        }
    }

    private static let longMs = 60_000

    /// Records what happened while the lock was held.
    private final class Log: Sendable {
        private struct State {
            var order: [Int] = []
            var inside = 0
            var mostInside = 0
        }

        private let state = Mutex(State())

        var order: [Int] { state.withLock(\.order) }
        var mostInside: Int { state.withLock(\.mostInside) }

        func enter(_ number: Int) {
            state.withLock { state in
                state.order.append(number)
                state.inside += 1
                state.mostInside = max(state.mostInside, state.inside)
            }
        }

        func leave() { state.withLock { $0.inside -= 1 } }
    }

    @Test func `a task that has waited too long fails as retryable, and the others run in order`() async throws {
        let (lock, holder, log) = (AsyncLock(), Holder(), Log())
        try await holder.hold(lock) {
            let refused = await #expect(throws: ServiceError.self) {
                try await lock.withLock(by: .after(milliseconds: 20)) { log.enter(0) }
            }
            #expect(refused?.code == .unavailable)
            #expect(refused?.retryable == true)
        }
        try await lock.withLock(by: .after(milliseconds: Self.longMs)) { log.enter(1) }
        await lock.withLock { log.enter(2) }
        #expect(log.order == [1, 2])
    }

    @Test func `tasks that get their turn in time run one at a time`() async throws {
        let (lock, log) = (AsyncLock(), Log())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    // Some give up immediately, and must not take the turn of later ones.
                    let deadline = Deadline.after(milliseconds: number.isMultiple(of: 5) ? 0 : Self.longMs)
                    try? await lock.withLock(by: deadline) {
                        log.enter(number)
                        await Task.yield()
                        log.leave()
                    }
                }
            }
        }
        #expect(log.mostInside == 1)
        #expect(Set(log.order).isSuperset(of: (0..<50).filter { !$0.isMultiple(of: 5) }))
        await lock.withLock {}
    }

    @Test func `a cancelled task stops waiting`() async throws {
        let (lock, holder) = (AsyncLock(), Holder())
        try await holder.hold(lock) {
            let waiting = Task { try await lock.withLock(by: .after(milliseconds: Self.longMs)) {} }
            waiting.cancel()
            await #expect(throws: ServiceError.self) { try await waiting.value }
        }
    }
}
