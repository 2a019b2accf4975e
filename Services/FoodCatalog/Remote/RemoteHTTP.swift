import AsyncHTTPClient
import Contracts
import FoundationEssentials
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests to sources and takes their answers, within bounds of time, size and detours.
package final class RemoteHTTP: Sendable {
    /// The largest answer: two dozen products are a tenth of it.
    package static let bodyBytesMax = 2 * 1_024 * 1_024
    /// Detours that are followed; a source needs one at most.
    package static let redirectsMax = 3
    /// An idle connection is closed: a question comes seldom.
    private static let idleSeconds: Int64 = 20

    private let client: HTTPClient
    private let loops: MultiThreadedEventLoopGroup
    private let userAgent: String
    private let logger: Logger

    /// Starts a client; ``shutDown()`` ends it.
    ///
    /// - Parameters:
    ///   - contact: An address under which sources reach who runs the set; nil where none of them asks for it.
    ///   - logger: Hears of what kind an error was, never of addresses.
    package init(contact: String?, logger: Logger) {
        userAgent = "Mealwire/\(Release.version)" + (contact.map { " (\($0))" } ?? "")
        self.logger = logger
        loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = HTTPClient.Configuration()
        // A detour is looked at before it is taken; see `send`.
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.idleTimeout = .seconds(Self.idleSeconds)
        configuration.httpVersion = .http1Only
        // A source that cannot be reached is told so at once; somebody waits.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(loops), configuration: configuration)
    }

    /// Closes all connections and ends the thread.
    package func shutDown() throws {
        try client.syncShutdown()
        try loops.syncShutdownGracefully()
    }

    /// Sends a request and takes the whole answer.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - timeoutMs: How long all of it may take, detours and the last byte included.
    /// - Returns: The answer, of whatever status.
    /// - Throws: `RemoteFailure` if none comes within these bounds.
    package func get(_ request: RemoteRequest, timeoutMs: Int) async throws(RemoteFailure) -> RemoteResponse {
        let outcome = await withTaskGroup(of: Result<RemoteResponse, RemoteFailure>?.self) { group in
            group.addTask { await self.outcome(of: request) }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(timeoutMs))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let outcome else { throw .timedOut }
        return try outcome.get()
    }

    private func outcome(of request: RemoteRequest) async -> Result<RemoteResponse, RemoteFailure> {
        do {
            return .success(try await send(request))
        } catch let failure as RemoteFailure {
            return .failure(failure)
        } catch is NIOTooManyBytesError {
            return .failure(.tooLarge)
        } catch {
            // Its kind says enough; what it says of itself might hold an address.
            logger.debug("a remote source was not reached", metadata: ["kind": "\(type(of: error))"])
            return .failure(.unreachable)
        }
    }

    private func send(_ request: RemoteRequest) async throws -> RemoteResponse {
        var url = request.url
        for _ in 0...Self.redirectsMax {
            var message = HTTPClientRequest(url: url.absoluteString)
            message.headers.add(name: "User-Agent", value: userAgent)
            message.headers.add(name: "Accept", value: "application/json")
            // The caller ends it in time; this only keeps the client from giving up by itself before.
            let response = try await client.execute(message, deadline: .distantFuture)
            guard (300..<400).contains(response.status.code) else { return try await Self.whole(response) }
            guard let location = response.headers.first(name: "Location"),
                let target = request.detour(to: location, from: url)
            else { throw RemoteFailure.misled }
            url = target
        }
        throw RemoteFailure.misled
    }

    private static func whole(_ response: HTTPClientResponse) async throws -> RemoteResponse {
        let body = try await response.body.collect(upTo: bodyBytesMax)
        return RemoteResponse(
            status: Int(response.status.code),
            body: Array(body.readableBytesView),
            retryAfterS: response.headers.first(name: "Retry-After").flatMap(Int.init)
        )
    }
}
