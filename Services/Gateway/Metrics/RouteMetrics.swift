import Contracts

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
