import Contracts
import MessageBus

/// Closed-loop callers, each of which waits for an answer before its next request.
struct Load: Sendable {
    /// Duration without measurement at the start, in nanoseconds.
    private static let warmUpNs: UInt64 = 300_000_000

    /// The result of a measurement.
    struct Result {
        let perSecond: Double
        /// Median latency of single requests; 0 with more than one in flight, where it would include queueing.
        let medianMicroseconds: Double
        let requests: Int
    }

    let method: Method
    let payload: [UInt8]
    let principal: Principal?
    let inFlight: Int
    let seconds: Int
    /// Returns whether a payload is the expected answer.
    let isAnswer: @Sendable ([UInt8]) -> Bool

    /// Measures after a warm-up.
    ///
    /// - Throws: The first error of a request.
    func run(on bus: MessageBus) async throws -> Result {
        _ = try await calls(on: bus, forNs: Self.warmUpNs)
        let start = Deadline.monotonicNanoseconds()
        let latencies = try await calls(on: bus, forNs: UInt64(seconds) * 1_000_000_000)
        let elapsed = Deadline.elapsed(from: start, to: Deadline.monotonicNanoseconds())
        return Result(
            perSecond: Double(latencies.count) * 1e9 / Double(elapsed),
            medianMicroseconds: inFlight == 1 ? Double(latencies.sorted()[latencies.count / 2]) / 1_000 : 0,
            requests: latencies.count
        )
    }

    /// Returns the latency of each call, in nanoseconds.
    private func calls(on bus: MessageBus, forNs duration: UInt64) async throws -> [UInt32] {
        let end = Deadline.monotonicNanoseconds() + duration
        return try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<inFlight { group.addTask { try await caller(on: bus, until: end) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Calls in a loop with the payload as the gateway forwards it, under a new id each time.
    private func caller(on bus: MessageBus, until end: UInt64) async throws -> [UInt32] {
        var latencies: [UInt32] = []
        var now = Deadline.monotonicNanoseconds()
        while now < end {
            let context = RequestContext.own(principal: principal, timeoutMs: method.timeoutMs)
            guard isAnswer(try await bus.forward(method, payload: payload, context).payload) else {
                throw ServiceError(.internalError, "The answer has another payload.")
            }
            let then = Deadline.monotonicNanoseconds()
            latencies.append(UInt32(Deadline.elapsed(from: now, to: then)))
            now = then
        }
        return latencies
    }
}
