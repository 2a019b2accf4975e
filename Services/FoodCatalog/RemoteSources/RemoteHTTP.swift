import AsyncHTTPClient
import Contracts
import FoundationEssentials
import Glibc
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests to sources and collects their responses, with limits on time, size and redirects.
package final class RemoteHTTP: Sendable {
    /// Maximum size of a response body; two dozen products take a tenth of it.
    package static let bodyBytesMax = 2 * 1_024 * 1_024
    /// Maximum number of redirects; a source needs one at most.
    package static let redirectsMax = 3
    /// Seconds after which an idle connection is closed; questions are rare.
    private static let idleSeconds: Int64 = 20

    private let client: HTTPClient
    private let loops: MultiThreadedEventLoopGroup
    private let userAgent: String
    private let logger: Logger

    /// Starts a client; ``shutDown()`` stops it.
    ///
    /// - Parameters:
    ///   - contact: The operator's address for the `User-Agent`; nil if no source requires one.
    ///   - logger: Receives the kinds of errors, never URLs.
    package init(contact: String?, logger: Logger) {
        userAgent = "Mealwire/\(Release.version)" + (contact.map { " (\($0))" } ?? "")
        self.logger = logger
        loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = HTTPClient.Configuration()
        // Redirects are checked before they are followed; see `send`.
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.idleTimeout = .seconds(Self.idleSeconds)
        configuration.httpVersion = .http1Only
        // With fewer, pictures would wait for a connection, and that time would count as the server's.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            ServerLimit.remotePicturesAtOnce.value
        // An unreachable source fails at once, because a user is waiting.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(loops), configuration: configuration)
    }

    /// Closes all connections and stops the thread.
    package func shutDown() throws {
        try client.syncShutdown()
        try loops.syncShutdownGracefully()
    }

    /// Sends a request and collects the whole response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeoutMs: Maximum total duration in milliseconds, including redirects and the body.
    /// - Returns: The response, with any status.
    /// - Throws: `RemoteFailure` if none arrives within these limits.
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
            // Only the type is logged: the error's description may contain a URL.
            logger.debug("a remote source was not reached", metadata: ["kind": "\(type(of: error))"])
            return .failure(.unreachable)
        }
    }

    private func send(_ request: RemoteRequest) async throws -> RemoteResponse {
        var url = request.url
        for _ in 0...Self.redirectsMax {
            var message = HTTPClientRequest(url: url.absoluteString)
            message.headers.add(name: "User-Agent", value: userAgent)
            message.headers.add(name: "Accept", value: request.mediaTypes)
            let response = try await execute(message, mayRepeat: request.mayRepeat)
            guard (300..<400).contains(response.status.code) else { return try await Self.whole(response) }
            guard let location = response.headers.first(name: "Location"),
                let target = request.redirectTarget(to: location, from: url)
            else { throw RemoteFailure.badRedirect }
            url = target
        }
        throw RemoteFailure.badRedirect
    }

    /// Sends a message; once more, if allowed, when the connection ends before the response.
    ///
    /// A server may close an idle connection at the moment when the next request is sent on it. The client cannot
    /// prevent this, and a GET request may be repeated (RFC 9110, section 9.2.2).
    private func execute(_ message: HTTPClientRequest, mayRepeat: Bool) async throws -> HTTPClientResponse {
        // `get` enforces the timeout; this disables the client's own.
        do {
            return try await client.execute(message, deadline: .distantFuture)
        } catch {
            guard mayRepeat, Self.isClosedConnection(error) else { throw error }
            return try await client.execute(message, deadline: .distantFuture)
        }
    }

    private static func isClosedConnection(_ error: any Error) -> Bool {
        if let error = error as? IOError { return isClosedConnection(errno: error.errnoCode) }
        return error as? HTTPClientError == .remoteConnectionClosed
    }

    /// Returns whether the server has closed an established connection.
    ///
    /// A connection that cannot be established is an `IOError`, too, if the address is a number: `ECONNREFUSED`, for
    /// example. Names of hosts fail with `NIOConnectionError`. A repetition would only double the wait.
    ///
    /// - Parameter code: The code of the error.
    /// - Returns: True for a connection that was reset, or closed before the request was written.
    package static func isClosedConnection(errno code: CInt) -> Bool { [ECONNRESET, EPIPE, ENOTCONN].contains(code) }

    private static func whole(_ response: HTTPClientResponse) async throws -> RemoteResponse {
        let body = try await response.body.collect(upTo: bodyBytesMax)
        return RemoteResponse(
            status: Int(response.status.code),
            body: Array(body.readableBytesView),
            retryAfterSeconds: response.headers.first(name: "Retry-After").flatMap(Int.init)
        )
    }
}
