import Contracts
import Messaging
import ServiceKit
import ServiceLifecycle
import Synchronization

/// Asks all processes for their figures when somebody scrapes, and writes them in one text.
///
/// Nobody scrapes, nobody pays; and what is told is of the moment of the scrape.
final class MetricsCollector: Service {
    /// How long who scrapes waits for processes that have answered before, in milliseconds; shorter than a round is shared.
    private static let patienceMs = 800
    /// How long it is waited for processes of which nothing is known yet, the first time.
    private static let firstPatienceMs = 400
    /// Scrapes that come within this share one round of questions: nobody can keep the set busy by scraping.
    private static let sharedNs: UInt64 = 1_000_000_000
    /// How long figures of a process that does not answer are told on: longer than two scrapes of fifteen seconds take, so that
    /// one that it misses makes no gap.
    private static let keptNs: UInt64 = 40_000_000_000

    private struct State {
        var shelf = ReportShelf()
        /// Who answered in the last two rounds: who misses one is waited for in the next one all the same.
        var expected: Set<String> = []
        /// When the last round began.
        var lastRoundAt: UInt64?
        /// Told that something has come.
        var arrival: AsyncStream<Void>.Continuation?
        var round: (text: Task<[UInt8], Never>, startedAt: UInt64)?
    }

    private let bus: MessageBus
    private let own: ProcessFigures
    private let state = Mutex(State())

    /// - Parameters:
    ///   - bus: How to ask.
    ///   - own: This process's figures, which take no detour.
    init(bus: MessageBus, own: ProcessFigures) {
        self.bus = bus
        self.own = own
    }

    /// Takes what processes publish, as long as the process runs.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for service in MetricsReport.sources {
                    group.addTask {
                        for await payload in self.bus.subscribe(MetricsReport.topic(of: service)) {
                            self.take(payload, of: service)
                        }
                    }
                }
            }
        }
    }

    private func take(_ payload: [UInt8], of service: ServiceName) {
        let report = ReportShelf.read(payload, of: service)
        let now = Deadline.monotonicNanoseconds()
        state.withLock { state in
            // Nobody has to scrape for what has gone to make room.
            state.shelf.forget(before: now - min(now, Self.keptNs))
            state.shelf.put(report, at: now)
            state.arrival?.yield()
        }
    }

    /// The figures of the whole set, as Prometheus reads them.
    func text() async -> [UInt8] {
        let now = Deadline.monotonicNanoseconds()
        let round = state.withLock { state -> Task<[UInt8], Never> in
            if let round = state.round, Deadline.elapsed(from: round.startedAt, to: now) < Self.sharedNs {
                return round.text
            }
            // Detached, because writing takes a millisecond or two, which the event loop of the caller has better use for.
            let text = Task.detached { await self.collect(since: now) }
            state.round = (text, now)
            return text
        }
        return await round.value
    }

    private func collect(since startedAt: UInt64) async -> [UInt8] {
        if let question = try? PayloadCoder.encode(MetricsQuestion()) { bus.publish(MetricsQuestion.topic, question) }
        let report = await own.report()
        await waitForAnswers(since: startedAt)
        let now = Deadline.monotonicNanoseconds()
        let shelf = state.withLock { state in
            state.expected = state.shelf.processes(since: state.lastRoundAt ?? startedAt)
            state.lastRoundAt = startedAt
            state.shelf.forget(before: now - min(now, Self.keptNs))
            return state.shelf
        }
        return Self.text(of: shelf, besides: report)
    }

    /// Waits until all have answered who did so lately, but not for long.
    private func waitForAnswers(since startedAt: UInt64) async {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isFirst = state.withLock { state in
            state.arrival = arrival
            return state.expected.isEmpty
        }
        arrival.yield()
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: .milliseconds(isFirst ? Self.firstPatienceMs : Self.patienceMs))
                arrival.finish()
            }
            for await _ in arrivals where hasAll(since: startedAt) { break }
            group.cancelAll()
        }
        state.withLock { $0.arrival = nil }
    }

    private func hasAll(since startedAt: UInt64) -> Bool {
        state.withLock { state in
            !state.expected.isEmpty && state.expected.isSubset(of: state.shelf.processes(since: startedAt))
        }
    }

    private static func text(of shelf: ReportShelf, besides own: MetricsReport) -> [UInt8] {
        // What other gateways tell is told on; this one's own figures come from itself.
        let others = shelf.reports.filter { $0.service != own.service || $0.process != own.process }
        var set = MetricSet()
        let reports = others + [own]
        for service in MetricsReport.sources {
            set.add(.serviceProcesses, by: [service.rawValue], reports.count { $0.service == service })
        }
        set.add(.reportsRefused, shelf.refused)
        var text = PrometheusText()
        text.add(set)
        for report in reports { text.add(report) }
        return Array(text.text.utf8)
    }
}
