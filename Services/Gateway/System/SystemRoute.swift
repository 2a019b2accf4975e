import Calendar
import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Observability
import ServiceLifecycle
import Synchronization

/// Samples the reports of all processes, so that the last hour is known when an admin asks.
final class SystemMonitor: Service {
    /// The time until the first sample; by then the processes of a stack have connected.
    private static let firstAfter = Duration.seconds(2)

    private let collector: MetricsCollector
    private let sampler = Mutex(SystemSampler(version: Release.version))

    init(_ collector: MetricsCollector) {
        self.collector = collector
    }

    /// Adds a sample every ten seconds until shutdown.
    func run() async throws {
        // The only error is that of a cancelled sleep.
        try? await cancelWhenGracefulShutdown {
            try await Task.sleep(for: Self.firstAfter)
            while true {
                await self.sample()
                try await Task.sleep(for: .seconds(SystemState.sampleSeconds))
            }
        }
    }

    private func sample() async {
        let sources = await collector.sources()
        sampler.withLock { $0.add(sources, at: Date(), nowNs: Deadline.monotonicNanoseconds()) }
    }

    /// Returns the newest state, with the history after a moment.
    func state(sinceMs: Int?) -> SystemState { sampler.withLock { $0.state(sinceMs: sinceMs) } }
}

/// Shows the state of the whole stack to admins.
struct SystemRoute {
    let monitor: SystemMonitor
    let tokens: TokenVerifier

    func add(to table: inout RouteTable) throws {
        try table.handle(SpecialRoutes.system) { [monitor, tokens] request, _ in
            let principal = try await tokens.principal(of: request, for: nil)
            try principal.require(SpecialRoutes.system.role)
            let state = monitor.state(sinceMs: try Self.since(request))
            var response = Forwarder.response(.ok, try PayloadCoder.encode(state), key: nil)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private static func since(_ request: Request) throws(ServiceError) -> Int? {
        guard let text = try CheckedQuery(request, ["since"]).text("since") else { return nil }
        guard let milliseconds = TimestampReader.milliseconds(text) else {
            let message = "since must be a time in RFC 3339 format, such as the at of an answer."
            throw .invalid([FieldError("since", .wrongFormat, message)])
        }
        return milliseconds
    }
}
