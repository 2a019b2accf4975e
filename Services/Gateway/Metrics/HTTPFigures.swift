package import Contracts
package import HTTPTypes
import Synchronization

/// What a gateway has answered over HTTP.
package final class HTTPFigures: Sendable {
    let inFlight = Count()
    /// Requests for which there is no route, or not with that method.
    private let others = RouteFigures(Metric.otherRoutes, Metric.otherRoutes)
    private let problems: [ErrorCode: Count]
    private let routes = Mutex<[RouteFigures]>([])

    package init() {
        problems = Dictionary(uniqueKeysWithValues: ErrorCode.allCases.map { ($0, Count()) })
    }

    /// Begins to count what a route answers; while routes are added, and never after.
    package func route(_ method: HTTPRequest.Method, _ path: String) -> RouteFigures {
        let figures = RouteFigures(method.rawValue, path)
        routes.withLock { $0.append(figures) }
        return figures
    }

    /// Notes a problem document.
    func note(_ problem: ErrorCode) { problems[problem]?.add() }

    /// Notes a request that came to no route.
    func noteOther(_ problem: ErrorCode) {
        others.note(status: problem.httpStatus.code, spentNs: 0)
        note(problem)
    }

    /// Everything, as it is now.
    package func metrics() -> MetricSet {
        var metrics = MetricSet()
        for route in routes.withLock({ $0 }) + [others] { route.add(to: &metrics) }
        for (code, count) in problems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count.value > 0 {
            metrics.add(.httpProblems, by: [code.rawValue], count.value)
        }
        metrics.add(.httpInFlight, inFlight.value)
        return metrics
    }
}
