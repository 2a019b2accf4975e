import Contracts
import Logging
import MessageBus
import Observability
import ServiceLifecycle
import Synchronization

/// Receives the spans that all processes publish, and exports them to the collector.
final class TraceExporter: Service {
    /// The pause before an export, in which spans accumulate.
    private static let gatherInterval = Duration.milliseconds(500)
    /// The longest time for the last export at shutdown.
    private static let shutdownTimeout = Duration.seconds(2)

    private struct State {
        var queue = SpanQueue()
        var exported = 0
        /// Spans that the collector rejected, or that were discarded after failed attempts.
        var lost = 0
        var failures = 0
        var hasLoggedFailure = false
    }

    private let endpoint: String
    private let bus: MessageBus
    private let logger: Logger
    private let client: CollectorClient
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes an exporter.
    ///
    /// - Parameters:
    ///   - endpoint: The collector's address.
    ///   - settings: The headers of requests.
    ///   - bus: Delivers the spans of other processes, and holds those of this one.
    init(_ endpoint: String, _ settings: TraceSettings, bus: MessageBus) {
        self.endpoint = endpoint
        self.bus = bus
        logger = bus.logger
        client = CollectorClient(settings)
        (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for service in MetricsReport.sources {
                    group.addTask {
                        for await payload in self.bus.subscribe(SpanReport.topic(of: service)) {
                            self.take(payload, of: service)
                        }
                    }
                }
                group.addTask {
                    for await _ in self.bus.spans.news { self.wake.yield() }
                }
                group.addTask { await self.export() }
            }
        }
        await exportRemaining()
        await client.shutDown()
    }

    /// The exporter's metrics.
    func metrics() -> MetricSet {
        var metrics = MetricSet()
        state.withLock { state in
            metrics.add(.spansExported, state.exported)
            metrics.add(.spansDiscarded, state.lost + state.queue.dropped)
            metrics.add(.spanExportFailures, state.failures)
            metrics.add(.spansWaiting, state.queue.count)
        }
        return metrics
    }

    private func take(_ payload: [UInt8], of service: ServiceName) {
        // A report of another version may be unreadable; traces may have gaps.
        guard let report = try? PayloadCoder.decodeReply(SpanReport.self, from: payload), report.service == service
        else { return }
        state.withLock { $0.queue.add(report) }
        wake.yield()
    }

    private func collectOwnSpans() {
        let spans = bus.spans.take()
        guard !spans.isEmpty else { return }
        let own = SpanReport(service: MetricsReport.gateway, process: bus.configuration.instance, spans: spans)
        state.withLock { $0.queue.add(own) }
    }

    // MARK: Export

    private func export() async {
        for await _ in wakes {
            try? await Task.sleep(for: Self.gatherInterval)
            collectOwnSpans()
            while !Task.isCancelled {
                let reports = state.withLock { $0.queue.take() }
                guard !reports.isEmpty else { break }
                await send(reports)
                collectOwnSpans()
            }
        }
    }

    /// Sends a batch until the collector accepts it, or the attempts are used up.
    private func send(_ reports: [SpanReport]) async {
        let document = OTLPDocument(reports)
        let count = reports.reduce(0) { $0 + $1.spans.count }
        var backoff = ExportBackoff()
        attempts: for _ in 0..<ExportBackoff.attemptsMax {
            switch await client.send(document, to: endpoint) {
            case .accepted: return recordAccepted(count)
            case .rejected:
                recordFailure("The collector rejected the spans.")
                break attempts
            case .retry(let afterS):
                recordFailure(
                    "The collector is unreachable or busy; spans wait, and are dropped after several attempts."
                )
                let milliseconds = backoff.next(requestedS: afterS, jitter: .random(in: 0...1))
                guard (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil else { break attempts }
            }
        }
        state.withLock { $0.lost += count }
    }

    private func recordAccepted(_ count: Int) {
        state.withLock { state in
            state.exported += count
            state.hasLoggedFailure = false
        }
    }

    /// Counts a failure, and logs the first one after a success.
    private func recordFailure(_ sentence: String) {
        let isFirst = state.withLock { state in
            state.failures += 1
            defer { state.hasLoggedFailure = true }
            return !state.hasLoggedFailure
        }
        if isFirst { logger.warning("\(sentence)", metadata: ["endpoint": "\(TraceSettings.origin(of: endpoint))"]) }
    }

    /// Exports the remaining spans with one attempt, so that shutdown does not wait for an unavailable collector.
    private func exportRemaining() async {
        collectOwnSpans()
        let reports = state.withLock { $0.queue.take() }
        guard !reports.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await self.client.send(OTLPDocument(reports), to: self.endpoint) }
            group.addTask { try? await Task.sleep(for: Self.shutdownTimeout) }
            await group.next()
            group.cancelAll()
        }
    }
}
