import Contracts

/// What one route has answered, counted by the event loops at the same time.
package final class RouteFigures: Sendable {
    /// Classes of status codes: 1xx to 5xx.
    private static let classes = 5

    let method: String
    let route: String
    private let answers = (0..<classes).map { _ in Count() }
    private let times = (0..<Buckets.timesCount).map { _ in Count() }
    private let totalNs = Count()

    /// - Parameters:
    ///   - method: GET, POST and so on.
    ///   - route: As it was added, with `{name}` for what differs, so that there are no more of them than routes.
    package init(_ method: String, _ route: String) {
        self.method = method
        self.route = route
    }

    /// Notes an answer: three numbers, for which nobody waits.
    package func note(status: Int, spentNs: UInt64) {
        answers[min(max(status / 100, 1), Self.classes) - 1].add()
        times[Buckets.index(ofNanoseconds: spentNs)].add()
        totalNs.add(Int(clamping: spentNs))
    }

    /// Adds what it has to tell, if it was ever asked for.
    func add(to figures: inout MetricSet) {
        let counts = times.map { UInt64($0.value) }
        guard counts.contains(where: { $0 > 0 }) else { return }
        figures.add(.httpSeconds, by: [method, route], counts: counts, sum: Double(totalNs.value) / 1e9)
        for (index, count) in answers.enumerated() where count.value > 0 {
            figures.add(.httpRequests, by: [method, route, "\(index + 1)xx"], count.value)
        }
    }
}
