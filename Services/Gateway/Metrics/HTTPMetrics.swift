package import Contracts
package import HTTPTypes
import Synchronization

/// The HTTP metrics of a gateway.
package final class HTTPMetrics: Sendable {
    let inFlight = AtomicCounter()
    /// Requests without a route, or with a method that the route does not have.
    private let others = RouteMetrics(Metric.otherRoutes, Metric.otherRoutes)
    private let problems: [ErrorCode: AtomicCounter]
    private let routes = Mutex<[RouteMetrics]>([])

    package init() {
        problems = Dictionary(uniqueKeysWithValues: ErrorCode.allCases.map { ($0, AtomicCounter()) })
    }

    /// Registers a route; called only while routes are added.
    package func route(_ method: HTTPRequest.Method, _ path: String) -> RouteMetrics {
        let metrics = RouteMetrics(method.rawValue, path)
        routes.withLock { $0.append(metrics) }
        return metrics
    }

    /// Counts a problem document.
    func record(_ problem: ErrorCode) { problems[problem]?.add() }

    /// Counts a request without a route.
    func recordUnrouted(_ problem: ErrorCode) {
        others.record(status: problem.httpStatus.code, spentNs: 0)
        record(problem)
    }

    /// Returns the current values.
    package func snapshot() -> MetricSet {
        var metrics = MetricSet()
        for route in routes.withLock({ $0 }) + [others] { route.add(to: &metrics) }
        for (code, count) in problems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count.value > 0 {
            metrics.add(.httpProblems, by: [code.rawValue], count.value)
        }
        metrics.add(.httpInFlight, inFlight.value)
        return metrics
    }
}
