#if os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension Transport {
    /// The transport of this system, with connections that all clients of the process share.
    public static let standard = Transport { request in
        do {
            return try await send(request)
        } catch let error as ClientError {
            throw error
        } catch {
            throw Self.error(error)
        }
    }

    /// The time that a connection may take to open; over a slow network it takes some seconds.
    private static let connectTimeout = TimeAmount.seconds(10)
    /// The time without any byte after which an answer is over; a stream of events has a comment more often.
    private static let idleTimeout = TimeAmount.seconds(90)

    /// Lives as long as the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: connectTimeout, read: idleTimeout)
        )
        // The client of this module repeats what may be repeated; a refused connection is known at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The wait for the end of a stream that has none: an age, which does not overflow the clock.
    private static let unlimited = TimeAmount.hours(24 * 365)

    private static func send(_ request: TransportRequest) async throws -> TransportResponse {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.verb)
        for (name, value) in request.headers { sent.headers.replaceOrAdd(name: name, value: value) }
        switch request.body {
        case .bytes(let bytes): sent.body = .bytes(bytes)
        case .stream(let count, let begin):
            sent.body = .stream(Chunks(stream: begin()), length: .known(Int64(count)))
        case nil: break
        }
        let timeout = request.timeout.map { TimeAmount(duration: $0) } ?? unlimited
        let response = try await client.execute(sent, deadline: .now() + timeout)
        var headers: [String: String] = [:]
        for (name, value) in response.headers { headers[name.lowercased()] = value }
        let body = response.body
        return TransportResponse(
            status: Int(response.status.code),
            headers: headers,
            body: ByteStream {
                var iterator = body.makeAsyncIterator()
                return {
                    do {
                        return try await iterator.next(isolation: #isolation).map { Array($0.readableBytesView) }
                    } catch {
                        throw Self.error(error)
                    }
                }
            }
        )
    }

    /// Returns the error of a failed request or of an interrupted answer.
    private static func error(_ error: any Error) -> any Error {
        if error is CancellationError || Task.isCancelled { return CancellationError() }
        let timeouts: [HTTPClientError] = [.deadlineExceeded, .readTimeout, .connectTimeout]
        if let known = error as? HTTPClientError, timeouts.contains(known) { return ClientError.timedOut }
        return ClientError.unreachable(reason("\(error)"))
    }

    /// Returns a short reason for the usual failures; the network library describes each address that it tried.
    private static func reason(_ text: String) -> String {
        if text.contains("Connection refused") { return "the connection is refused" }
        if text.contains("UnknownHost") { return "the name of the host is unknown" }
        return text
    }

    /// A stream as the buffers of a request.
    private struct Chunks: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            var chunks: ByteStream.AsyncIterator

            mutating func next() async throws -> ByteBuffer? {
                try await chunks.next().map { ByteBuffer(bytes: $0) }
            }
        }

        let stream: ByteStream

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: stream.makeAsyncIterator()) }
    }
}

extension TimeAmount {
    fileprivate init(duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
#endif
