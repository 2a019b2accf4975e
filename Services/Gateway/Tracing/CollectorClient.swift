import AsyncHTTPClient
import Contracts
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends spans to a collector from its own thread, so that requests of users never wait for it.
final class CollectorClient: Sendable {
    /// The timeout of a request; the default of OTLP exporters.
    private static let timeout = TimeAmount.seconds(10)
    /// The maximum size of a collector's response.
    private static let answerBytesMax = 64 << 10

    private let client: HTTPClient
    private let loops: MultiThreadedEventLoopGroup
    private let settings: TraceSettings

    init(_ settings: TraceSettings) {
        self.settings = settings
        loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(loops), configuration: configuration)
    }

    /// Closes all connections and ends the thread.
    func shutDown() async {
        // The process ends next, so open connections end in any case.
        try? await client.shutdown()
        try? await loops.shutdownGracefully()
    }

    /// Sends a document once.
    func send(_ document: OTLPDocument, to endpoint: String) async -> ExportResult {
        do {
            var request = HTTPClientRequest(url: endpoint)
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.headers.add(name: "User-Agent", value: "Mealwire/\(Release.version)")
            for (name, value) in settings.headers { request.headers.add(name: name, value: value) }
            request.body = .bytes(ByteBuffer(bytes: try PayloadCoder.encode(document)))
            let response = try await client.execute(request, timeout: Self.timeout)
            // Reading the body frees the connection for the next document. The status alone counts.
            _ = try? await response.body.collect(upTo: Self.answerBytesMax)
            return ExportResult(
                status: Int(response.status.code),
                retryAfterS: response.headers.first(name: "Retry-After").flatMap(Int.init)
            )
        } catch {
            return ExportResult(status: nil, retryAfterS: nil)
        }
    }
}
