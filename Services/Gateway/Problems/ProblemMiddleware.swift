import Contracts
import HTTPServer
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Turns every error into a problem document (RFC 9457); no other code responds with errors.
struct ProblemMiddleware: RouterMiddleware {
    let logger: Logger
    let metrics: HTTPMetrics

    @concurrent
    func handle(
        _ request: Request,
        context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ServiceError {
            return Problem(error).response
        } catch let error as HTTPError {
            // Only this middleware sees requests without a route.
            if error.status == .notFound { metrics.recordUnrouted(.notFound) }
            return Problem(Self.serviceError(error, request)).response
        } catch let error as HTTPParserError {
            // Invalid chunks, or a client that disconnects in the middle: not a server error.
            return Problem(ServiceError(.malformed, "The body violates HTTP: \(error).")).response
        } catch is CancellationError {
            return Problem(ServiceError(.cancelled, "The request was cancelled.")).response
        } catch {
            logger.error("a request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
            return Problem(
                ServiceError(.internalError, "An internal error occurred; the server's log has the details.")
            ).response
        }
    }

    private static func serviceError(_ error: HTTPError, _ request: Request) -> ServiceError {
        switch error.status {
        case .notFound:
            ServiceError(.notFound, "There is no route \(request.method.rawValue) \(request.uri.path.prefix(200)).")
        case .contentTooLarge: ServiceError(.tooLarge, "The body is too large.")
        default: ServiceError(.malformed, error.body ?? error.status.reasonPhrase)
        }
    }
}
