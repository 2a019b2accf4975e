package import Contracts
package import FoundationEssentials
package import Logging

/// Asks one source: from the cache, or remotely within its rate limits, and once for concurrent identical questions.
package actor RemoteSourceClient {
    /// The two clocks that the client reads; tests replace them.
    package struct Clocks: Sendable {
        /// A monotonic clock, in nanoseconds.
        package var monotonic: @Sendable () -> UInt64
        package var wall: @Sendable () -> Date

        package init(
            monotonic: @escaping @Sendable () -> UInt64 = { Deadline.monotonicNanoseconds() },
            wall: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.monotonic = monotonic
            self.wall = wall
        }
    }

    private typealias Outcome = Result<RemoteAnswer, RemoteFailure>

    package nonisolated let source: any RemoteSource
    private let http: RemoteHTTP
    private let cache: RemoteCache
    private let clocks: Clocks
    private let logger: Logger
    private var limiter: RemoteRequestLimiter
    private var inFlight: [RemoteQuestion: Task<Outcome, Never>] = [:]

    package init(
        _ source: any RemoteSource,
        http: RemoteHTTP,
        cache: RemoteCache,
        clocks: Clocks = Clocks(),
        logger: Logger
    ) {
        self.source = source
        self.http = http
        self.cache = cache
        self.clocks = clocks
        self.logger = logger
        limiter = RemoteRequestLimiter(source.limits, at: clocks.monotonic())
    }

    /// Asks the source.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - user: The user that asks, among whom the limits are shared; nil if none is known.
    ///   - timeoutMs: Maximum duration in milliseconds, unless the same question is in flight already.
    /// - Returns: The foods that the source knows.
    /// - Throws: `RemoteFailure`.
    package func ask(
        _ question: RemoteQuestion,
        for user: UserID?,
        timeoutMs: Int
    ) async throws(RemoteFailure) -> RemoteAnswer {
        if let task = inFlight[question] { return try await task.value.get() }
        // Other callers may wait for the task, so it does not end with the first one; its duration is bounded.
        let task = Task { await outcome(of: question, for: user, timeoutMs: timeoutMs) }
        inFlight[question] = task
        let answer = await task.value
        inFlight[question] = nil
        return try answer.get()
    }

    /// Returns a recently received food by its source id.
    package func cachedFood(_ id: String) async throws -> ImportedFood? {
        try await cache.food(id, of: source.name, at: clocks.wall())
    }

    private func outcome(of question: RemoteQuestion, for user: UserID?, timeoutMs: Int) async -> Outcome {
        if let cached = await cachedAnswer(question) { return .success(cached) }
        do throws(RemoteFailure) {
            try limiter.admit(question, for: user, at: clocks.monotonic())
        } catch {
            return .failure(error)
        }
        do throws(RemoteFailure) {
            let response = try await http.get(source.request(for: question), timeoutMs: timeoutMs)
            let answer = try source.answer(response, to: question)
            limiter.ended(nil, at: clocks.monotonic())
            await storeInCache(answer, question)
            return .success(answer)
        } catch {
            record(error)
            return .failure(error)
        }
    }

    private func record(_ failure: RemoteFailure) {
        limiter.ended(failure, at: clocks.monotonic())
        // Questions are private and a URL may contain a key, so neither is logged.
        logger.warning("a remote source did not answer", metadata: ["reason": "\(failure.sentence(source.name))"])
        if limiter.isSuspended {
            logger.warning("requests to a remote source are suspended", metadata: ["source": "\(source.name)"])
        }
    }

    /// Returns a cached answer; a failing cache counts as a miss.
    private func cachedAnswer(_ question: RemoteQuestion) async -> RemoteAnswer? {
        do {
            return try await cache.answer(to: question, of: source.name, at: clocks.wall())
        } catch {
            logger.error("the cache of remote answers could not be read", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func storeInCache(_ answer: RemoteAnswer, _ question: RemoteQuestion) async {
        do {
            try await cache.insert(answer, to: question, of: source, at: clocks.wall())
        } catch {
            logger.error("a remote answer could not be cached", metadata: ["error": "\(error)"])
        }
    }
}
