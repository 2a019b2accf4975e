import AsyncHTTPClient
import Gateway
import HTTPServer
import HTTPTestServer
import Hummingbird
import NIOCore
import NIOPosix
import Testing

/// Requests on connections that the gateway decrypts itself.
@Suite(.timeLimit(.minutes(5)))
struct EncryptedConnectionTests {
    @Test func `a request on a connection that the gateway decrypts counts as HTTPS`() async throws {
        let router = Router()
        router.get("/secure") { request, _ in
            PublicAddress(url: nil, trustedProxies: 0).isSecure(request.headers, "127.0.0.1") ? "yes" : "no"
        }
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        let client = HTTPClient(
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
            configuration: .init(tlsConfiguration: certificate.client())
        )
        func ask(_ url: String) async throws -> String {
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
            return String(buffer: try await response.body.collect(upTo: 1 << 10))
        }
        do {
            try await withServer(router) { port in
                let answer = try await ask("http://localhost:\(port)/secure")
                #expect(answer == "no")
            }
            try await withServer(router, security: try certificate.security) { port in
                let answer = try await ask("https://localhost:\(port)/secure")
                #expect(answer == "yes")
            }
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
