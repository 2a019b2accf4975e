import Contracts
import MessageBus
import Synchronization

/// Records a number at the worker; may not be repeated.
struct RecordNumber: Contract {
    typealias Reply = RecordNumber

    static let method = Method("benchmark.record", of: Echo.service, .singleWrite, .anyone)

    /// Identifies the caller.
    let caller: String
    let number: Int
}

/// Asks how many numbers of a caller are recorded.
struct CountNumbers: Contract {
    struct Reply: Codable, Sendable {
        /// The number of different recorded numbers.
        let recorded: Int
        /// How many of them were recorded more than once.
        let doubled: Int
    }

    static let method = Method("benchmark.count", of: Echo.service, .read, .anyone)

    let caller: String
}

/// The numbers that a worker has recorded.
final class NumberRecord: Sendable {
    private let callers = Mutex<[String: [Int: Int]]>([:])

    func add(_ request: RecordNumber) -> RecordNumber {
        callers.withLock { $0[request.caller, default: [:]][request.number, default: 0] += 1 }
        return request
    }

    func count(_ request: CountNumbers) -> CountNumbers.Reply {
        let numbers = callers.withLock { $0[request.caller] } ?? [:]
        return CountNumbers.Reply(recorded: numbers.count, doubled: numbers.values.count { $0 > 1 })
    }
}

/// Callers with a fixed total rate that continue after failures, and check that each call ends as it must.
final class PacedCalls: Sendable {
    /// Results of the ended calls.
    struct Results {
        var answered = 0
        /// Calls that failed with a sentence.
        var explained = 0
        /// Calls that failed without one, got the answer of another call, or ended late.
        var wrong = 0
    }

    private struct State {
        var results = Results()
        var begun = 0
        var isStopped = false
    }

    /// The time-out of a call, and what a call may take beyond it on a busy machine, in nanoseconds.
    private static let (timeoutMs, lateNs): (Int, UInt64) = (5_000, 2_000_000_000)
    /// The time in which the worker must answer how many numbers it has recorded, in milliseconds.
    private static let countTimeoutMs = 30_000

    private let bus: MessageBus
    private let caller: String
    private let inFlight: Int
    private let intervalNs: UInt64
    private let state = Mutex(State())

    init(_ bus: MessageBus, inFlight: Int, perSecond: Int) {
        self.bus = bus
        self.inFlight = inFlight
        caller = UUIDv7.make().description
        intervalNs = UInt64(inFlight) * 1_000_000_000 / UInt64(max(1, perSecond))
    }

    func stop() { state.withLock { $0.isStopped = true } }

    /// Calls until ``stop()``.
    ///
    /// - Returns: The results of all calls, and what the worker has recorded.
    /// - Throws: `ServiceError` if the worker cannot be asked at the end.
    func run() async throws -> (results: Results, recorded: CountNumbers.Reply) {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<inFlight { group.addTask { await self.call() } }
        }
        let count = try await bus.call(CountNumbers(caller: caller), .own(timeoutMs: Self.countTimeoutMs))
        return (state.withLock(\.results), count)
    }

    private func call() async {
        while let number = next() {
            let begin = Deadline.monotonicNanoseconds()
            let request = RecordNumber(caller: caller, number: number)
            let isAnswered: Bool
            var isRight: Bool
            do throws(ServiceError) {
                let reply = try await bus.call(request, .own(timeoutMs: Self.timeoutMs))
                (isAnswered, isRight) = (true, reply.number == number && reply.caller == caller)
            } catch {
                (isAnswered, isRight) = (false, error.message.hasSuffix("."))
            }
            let elapsed = Deadline.elapsed(from: begin, to: Deadline.monotonicNanoseconds())
            isRight = isRight && elapsed < UInt64(Self.timeoutMs) * 1_000_000 + Self.lateNs
            state.withLock { state in
                if isAnswered { state.results.answered += 1 }
                if !isAnswered, isRight { state.results.explained += 1 }
                if !isRight { state.results.wrong += 1 }
            }
            if elapsed < intervalNs { try? await Task.sleep(for: .nanoseconds(intervalNs - elapsed)) }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.begun += 1
            return state.begun
        }
    }
}
