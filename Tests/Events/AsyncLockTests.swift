import Contracts
import Events
import Messaging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AsyncLockTests {
    /// Holds the lock until it is told to let go.
    private struct Holder {
        private let ends: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (ends, continuation) = AsyncStream.makeStream()
        }

        func letGo() { continuation.finish() }

        /// Runs the test while the lock is held.
        func hold(_ lock: AsyncLock, _ body: () async throws -> Void) async throws {
            let (begins, hasBegun) = AsyncStream.makeStream(of: Void.self)
            async let held: Void = lock.withLock {
                hasBegun.finish()
                for await _ in ends {}
            }
            for await _ in begins {}
            defer { letGo() }
            try await body()
            letGo()
            await held
        }
    }

    private static let longMs = 60_000

    /// What happened while the lock was held.
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

    @Test func `who has waited too long is told to try again, and the others come in their order`() async throws {
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

    @Test func `whose turn comes in time runs, alone`() async throws {
        let (lock, log) = (AsyncLock(), Log())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    // Some give up at once, and must not take the turn of those behind them.
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

    @Test func `who is cancelled waits no longer`() async throws {
        let (lock, holder) = (AsyncLock(), Holder())
        try await holder.hold(lock) {
            let waiting = Task { try await lock.withLock(by: .after(milliseconds: Self.longMs)) {} }
            waiting.cancel()
            await #expect(throws: ServiceError.self) { try await waiting.value }
        }
    }
}
