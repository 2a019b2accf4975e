import AsyncHTTPClient
import Foundation
import HTTPServer
import HTTPTestServer
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TestSupport
import Testing

/// A server with TLS, as clients see it.
@Suite(.timeLimit(.minutes(5)))
struct SecureServerTests {
    /// Larger than the window of a stream.
    private static let largeBytes = 300_000

    private static func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/name") { _, _ in "named" }
        router.get("/secure") { _, _ in CallerConnection.current?.isEncrypted == true ? "yes" : "no" }
        router.post("/size") { request, _ in
            var size = 0
            for try await part in request.body { size += part.readableBytes }
            return "\(size)"
        }
        router.post("/refused") { _, _ in Response(status: .contentTooLarge) }
        router.get("/large") { _, _ in
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 7, count: largeBytes)))
        }
        router.get("/parts") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<30 { try await writer.write(ByteBuffer(repeating: 7, count: 10_000)) }
                    try await writer.finish(nil)
                }
            )
        }
        return router
    }

    /// Runs the body beside a server, with a client that speaks the protocols.
    private static func serve(
        _ protocols: [String],
        _ security: (TestCertificate) throws -> ConnectionSecurity = { try $0.security },
        _ body: @Sendable (HTTPClient, String) async throws -> Void
    ) async throws {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        var configuration = HTTPClient.Configuration(tlsConfiguration: certificate.client(protocols))
        configuration.httpVersion = protocols.contains("h2") ? .automatic : .http1Only
        let client = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
        do {
            try await withServer(router(), security: try security(certificate)) { port in
                try await body(client, "https://localhost:\(port)")
            }
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private static func send(
        _ client: HTTPClient,
        _ url: String,
        body: HTTPClientRequest.Body? = nil
    ) async throws -> (response: HTTPClientResponse, text: String) {
        var request = HTTPClientRequest(url: url)
        request.method = body == nil ? .GET : .POST
        request.body = body
        let response = try await client.execute(request, timeout: .seconds(60))
        return (response, String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    @Test(arguments: [(["h2", "http/1.1"], HTTPVersion.http2), (["http/1.1"], .http1_1)])
    func `a client gets the best protocol that it offers`(protocols: [String], version: HTTPVersion) async throws {
        try await Self.serve(protocols) { client, url in
            let (response, text) = try await Self.send(client, "\(url)/name")
            #expect(response.version == version)
            #expect(response.status == .ok)
            #expect(text == "named")
            #expect(response.headers["server"] == ["Mealwire"])
            #expect(response.headers["strict-transport-security"].isEmpty)
            #expect(try await Self.send(client, "\(url)/secure").text == "yes")
        }
    }

    @Test(arguments: [["h2", "http/1.1"], ["http/1.1"]])
    func `large bodies and responses pass whole`(protocols: [String]) async throws {
        try await Self.serve(protocols) { client, url in
            let bytes = ByteBuffer(repeating: 1, count: Self.largeBytes)
            let (_, size) = try await Self.send(client, "\(url)/size", body: .bytes(bytes))
            #expect(size == "\(Self.largeBytes)")
            let (_, none) = try await Self.send(client, "\(url)/size", body: .bytes(ByteBuffer()))
            #expect(none == "0")
            for path in ["large", "parts"] {
                let (_, text) = try await Self.send(client, "\(url)/\(path)")
                #expect(text.utf8.count == Self.largeBytes)
            }
        }
    }

    @Test func `many requests at once are answered on one connection`() async throws {
        try await Self.serve(["h2"]) { client, url in
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 { group.addTask { try await Self.send(client, "\(url)/name").text } }
                for try await text in group { #expect(text == "named") }
            }
        }
    }

    @Test func `a refused body does not end the connection with HTTP 2`() async throws {
        try await Self.serve(["h2"]) { client, url in
            let bytes = ByteBuffer(repeating: 1, count: Self.largeBytes)
            let (response, _) = try await Self.send(client, "\(url)/refused", body: .bytes(bytes))
            #expect(response.status == .payloadTooLarge)
            #expect(response.headers["connection"].isEmpty)
            #expect(try await Self.send(client, "\(url)/name").text == "named")
        }
    }

    @Test(arguments: [["h2"], ["http/1.1"]])
    func `strict transport security is sent if it is set`(protocols: [String]) async throws {
        try await Self.serve(
            protocols,
            { certificate in
                let context = try certificate.security.context
                return ConnectionSecurity(strictTransport: "max-age=86400", context: context)
            },
            { client, url in
                let (response, _) = try await Self.send(client, "\(url)/name")
                #expect(response.headers["strict-transport-security"] == ["max-age=86400"])
            }
        )
    }

    @Test func `a client with TLS 1 1 is refused`() async throws {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        var tls = certificate.client()
        (tls.minimumTLSVersion, tls.maximumTLSVersion) = (.tlsv1, .tlsv11)
        try await withServer(Self.router(), security: try certificate.security) { [tls] port in
            let client = HTTPClient(
                eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
                configuration: .init(tlsConfiguration: tls)
            )
            await #expect(throws: (any Error).self) { try await Self.send(client, "https://localhost:\(port)/name") }
            try await client.shutdown()
        }
    }
}
