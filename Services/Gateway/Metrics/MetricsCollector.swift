import Contracts
import MessageBus
import Observability
import ServiceKit
import ServiceLifecycle
import Synchronization

/// Asks all processes for their metrics when Prometheus scrapes or a sample of the system is due.
///
/// Values are as new as the question.
final class MetricsCollector: Service {
    /// The longest wait for processes that have answered before, in milliseconds; shorter than ``sharingWindowNs``.
    private static let answerTimeoutMs = 800
    /// The wait of the first scrape, when no process is known yet, in milliseconds.
    private static let firstAnswerTimeoutMs = 400
    /// Scrapes within this time share one collection, so that frequent scrapes do not load all processes.
    private static let sharingWindowNs: UInt64 = 1_000_000_000
    /// How long the metrics of a process that does not answer are still reported.
    ///
    /// This is longer than two scrape intervals of fifteen seconds, so one missed answer leaves no gap.
    private static let reportLifetimeNs: UInt64 = 40_000_000_000

    private struct State {
        var store = MetricsReportStore()
        /// Processes that answered in the last two collections: one that misses an answer is still awaited in the next.
        var expected: Set<String> = []
        /// The time at which the last collection began.
        var lastRoundAt: UInt64?
        /// Yields when a report has arrived.
        var arrival: AsyncStream<Void>.Continuation?
        var round: Round?
    }

    /// The newest reports of all processes.
    private struct Collected: Sendable {
        let others: MetricsReportStore
        let own: MetricsReport
        let ownAtNs: UInt64
    }

    private struct Round: Sendable {
        let collected: Task<Collected, Never>
        let startedAt: UInt64
        /// The text for Prometheus; nil before the first scrape of this round.
        var text: Task<[UInt8], Never>?
    }

    private let bus: MessageBus
    private let own: ProcessMetrics
    private let state = Mutex(State())

    /// Makes a collector.
    ///
    /// - Parameters:
    ///   - bus: Carries questions and reports.
    ///   - own: This process's metrics, which are read directly.
    init(bus: MessageBus, own: ProcessMetrics) {
        self.bus = bus
        self.own = own
    }

    /// Receives reports until shutdown.
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
        let report = MetricsReportStore.decode(payload, of: service)
        let now = Deadline.monotonicNanoseconds()
        state.withLock { state in
            // Reports expire here as well, so that memory is freed without scrapes.
            state.store.remove(before: now - min(now, Self.reportLifetimeNs))
            state.store.add(report, at: now)
            state.arrival?.yield()
        }
    }

    /// Returns the metrics of the whole stack in the text format of Prometheus.
    func text() async -> [UInt8] {
        let text = state.withLock { state -> Task<[UInt8], Never> in
            var round = currentRound(&state)
            if let text = round.text { return text }
            let reports = round.collected
            // Detached: formatting takes a millisecond or two, which would block the caller's event loop.
            let text = Task.detached {
                let collected = await reports.value
                return Self.text(of: collected.others, besides: collected.own)
            }
            round.text = text
            state.round = round
            return text
        }
        return await text.value
    }

    /// Returns the newest report of each process, with its time.
    func sources() async -> [ProcessReading.Source] {
        let collected = await state.withLock { currentRound(&$0).collected }.value
        let own = ProcessReading.Source(collected.own, atNs: collected.ownAtNs)
        // Reports of other gateways are included; this gateway's metrics are read directly.
        return collected.others.sources.filter {
            $0.report.service != own.report.service || $0.report.process != own.report.process
        } + [own]
    }

    /// Returns the collection that runs or has just ended, and otherwise begins one.
    private func currentRound(_ state: inout State) -> Round {
        let now = Deadline.monotonicNanoseconds()
        if let round = state.round, Deadline.elapsed(from: round.startedAt, to: now) < Self.sharingWindowNs {
            return round
        }
        let round = Round(collected: Task.detached { await self.collect(since: now) }, startedAt: now)
        state.round = round
        return round
    }

    private func collect(since startedAt: UInt64) async -> Collected {
        // A structure of numbers can always be encoded.
        if let question = try? PayloadCoder.encode(MetricsQuestion()) { bus.publish(MetricsQuestion.topic, question) }
        let (report, reportedAt) = (await own.report(), Deadline.monotonicNanoseconds())
        await waitForAnswers(since: startedAt)
        let now = Deadline.monotonicNanoseconds()
        let store = state.withLock { state in
            state.expected = state.store.processes(since: state.lastRoundAt ?? startedAt)
            state.lastRoundAt = startedAt
            state.store.remove(before: now - min(now, Self.reportLifetimeNs))
            return state.store
        }
        return Collected(others: store, own: report, ownAtNs: reportedAt)
    }

    /// Waits until all recently active processes have answered, or a timeout.
    private func waitForAnswers(since startedAt: UInt64) async {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let isFirst = state.withLock { state in
            state.arrival = arrival
            return state.expected.isEmpty
        }
        arrival.yield()
        await withDiscardingTaskGroup { group in
            group.addTask {
                try? await Task.sleep(for: .milliseconds(isFirst ? Self.firstAnswerTimeoutMs : Self.answerTimeoutMs))
                arrival.finish()
            }
            for await _ in arrivals where hasAll(since: startedAt) { break }
            group.cancelAll()
        }
        state.withLock { $0.arrival = nil }
    }

    private func hasAll(since startedAt: UInt64) -> Bool {
        state.withLock { state in
            !state.expected.isEmpty && state.expected.isSubset(of: state.store.processes(since: startedAt))
        }
    }

    private static func text(of store: MetricsReportStore, besides own: MetricsReport) -> [UInt8] {
        // Reports of other gateways are included; this gateway's metrics are read directly.
        let others = store.reports.filter { $0.service != own.service || $0.process != own.process }
        var set = MetricSet()
        let reports = others + [own]
        for service in MetricsReport.sources {
            set.add(.serviceProcesses, by: [service.rawValue], reports.count { $0.service == service })
        }
        set.add(.reportsRefused, store.refused)
        var text = PrometheusText()
        text.add(set)
        for report in reports { text.add(report) }
        return Array(text.text.utf8)
    }
}
