import Contracts
import HTTPServer
package import HTTPTypes
package import Observability
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

/// The metrics of one route, counted by several event loops at once.
package final class RouteMetrics: Sendable {
    /// Classes of status codes: 1xx to 5xx.
    private static let classes = 5

    let method: String
    let route: String
    private let answers = (0..<classes).map { _ in AtomicCounter() }
    private let times = (0..<Buckets.timesCount).map { _ in AtomicCounter() }
    private let totalNs = AtomicCounter()

    /// Makes counters at zero.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - route: The path as registered, with `{name}` for variable parts, so that the number of labels is bounded.
    package init(_ method: String, _ route: String) {
        self.method = method
        self.route = route
    }

    /// Counts a response: three atomic additions, without locks.
    package func record(status: Int, spentNs: UInt64) {
        answers[min(max(status / 100, 1), Self.classes) - 1].add()
        times[Buckets.index(ofNanoseconds: spentNs)].add()
        totalNs.add(Int(clamping: spentNs))
    }

    /// Adds the route's metrics, if it has received requests.
    func add(to metrics: inout MetricSet) {
        let counts = times.map { UInt64($0.value) }
        guard counts.contains(where: { $0 > 0 }) else { return }
        metrics.add(.httpSeconds, by: [method, route], counts: counts, sum: Double(totalNs.value) / 1e9)
        for (index, count) in answers.enumerated() where count.value > 0 {
            metrics.add(.httpRequests, by: [method, route, "\(index + 1)xx"], count.value)
        }
    }
}

/// A lock-free counter.
final class AtomicCounter: Sendable {
    private let storage = Atomic(0)

    var value: Int { storage.load(ordering: .relaxed) }

    func add(_ number: Int = 1) { storage.add(number, ordering: .relaxed) }
}
