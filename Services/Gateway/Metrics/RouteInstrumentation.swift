import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird
import NIOHTTP1
import Observability

/// Counts the responses of a route, and records a span for each traced request.
struct RouteInstrumentation: Sendable {
    let metrics: HTTPMetrics
    let route: RouteMetrics
    let tracer: Tracer?

    /// A running request.
    struct ActiveRequest {
        /// The request as passed to the route.
        let request: Request
        let startedAt: UInt64
        let span: OpenSpan?
    }

    func begin(_ request: Request) -> ActiveRequest {
        metrics.inFlight.add()
        let startedAt = Deadline.monotonicNanoseconds()
        let (seen, span) = Tracer.begin(request, tracer)
        return ActiveRequest(request: seen, startedAt: startedAt, span: span)
    }

    func end(_ active: ActiveRequest, status: Int, error: ErrorCode? = nil) {
        metrics.inFlight.add(-1)
        let spentNs = Deadline.elapsed(from: active.startedAt, to: Deadline.monotonicNanoseconds())
        route.record(status: status, spentNs: spentNs)
        if let error { metrics.record(error) }
        guard let span = active.span else { return }
        tracer?.end(span, "\(route.method) \(route.route)", status: status, error: error)
    }

    func end(_ active: ActiveRequest, _ failure: any Error) {
        let (status, code) = Self.outcome(of: failure)
        end(active, status: status, error: code)
    }

    /// Returns the status and code that ``ProblemMiddleware`` will answer.
    private static func outcome(of failure: any Error) -> (status: Int, code: ErrorCode) {
        switch failure {
        case let error as ServiceError: (error.code.httpStatus.code, error.code)
        case let error as HTTPError: (error.status.code, .malformed)
        case is HTTPParserError: (HTTPResponse.Status.badRequest.code, .malformed)
        case is CancellationError: (ErrorCode.cancelled.httpStatus.code, .cancelled)
        default: (ErrorCode.internalError.httpStatus.code, .internalError)
        }
    }
}
