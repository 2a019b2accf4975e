import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import TestSupport
import Testing

extension SystemCommandTests {
    /// `mealwire up --https` and `mealwire certificates`.
    struct HTTPS {
        private let temporary: TemporaryDirectory
        private let data: String
        private let (port, securePort): (Int, Int)

        init() throws {
            temporary = try TemporaryDirectory()
            data = temporary.file("data")
            (port, securePort) = (Int(try PlainSocket.freePort()), Int(try PlainSocket.freePort()))
        }

        private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
            let outcome = try CommandLineTool.run(arguments)
            return (outcome.status, outcome.output + outcome.errors)
        }

        private func up(_ more: [String] = []) throws -> (status: Int32, output: String) {
            let ports = ["--port", "\(port)", "--https", "--https-port", "\(securePort)"]
            return try run(["up", "--detach", "--data", data] + ports + more)
        }

        private func down() { _ = try? run(["down", "--data", data]) }

        /// Sends a request, and does not follow redirects.
        ///
        /// The client does not verify the certificate, because BoringSSL knows no name constraints for addresses.
        private func send(_ method: String, _ url: String) async throws -> HTTPClientResponse {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.certificateVerification = .none
            let client = AsyncHTTPClient.HTTPClient(
                eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
                configuration: .init(tlsConfiguration: tls, redirectConfiguration: .disallow)
            )
            var request = HTTPClientRequest(url: url)
            request.method = .RAW(value: method)
            do {
                let response = try await client.execute(request, timeout: .seconds(60))
                _ = try await response.body.collect(upTo: 1 << 20)
                try await client.shutdown()
                return response
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        @Test func `a stack makes its certificate, serves HTTP 2, redirects, and keeps its certificate`() async throws {
            defer { temporary.remove() }
            defer { down() }
            let started = try up(["--name", "food.example.org"])
            #expect(started.status == 0, "\(started.output)")
            #expect(started.output.contains("https://127.0.0.1:\(securePort)"))
            #expect(started.output.contains("http://127.0.0.1:\(port)/trust"))
            for host in ["localhost", "127.0.0.1"] {
                let response = try await send("GET", "https://\(host):\(securePort)/v1/meta")
                #expect(response.status == .ok)
                #expect(response.version == .http2)
            }
            let redirect = try await send("GET", "http://localhost:\(port)/v1/meta")
            #expect(redirect.status == .permanentRedirect)
            #expect(redirect.headers["location"] == ["https://localhost:\(securePort)/v1/meta"])
            #expect(try await send("POST", "http://localhost:\(port)/v1/auth/login").status == .forbidden)
            #expect(try await send("GET", "http://localhost:\(port)/trust").status == .ok)
            let shown = try run(["certificates", "show", "--data", data])
            #expect(shown.output.contains("food.example.org"))
            let restarted = try run(["restart", "--data", data])
            #expect(restarted.status == 0, "\(restarted.output)")
            #expect(try await send("GET", "https://localhost:\(securePort)/v1/meta").status == .ok)
            #expect(try run(["certificates", "show", "--data", data]).output == shown.output)
        }

        @Test func `a key of another certificate ends the start with the reason`() throws {
            defer { temporary.remove() }
            defer { down() }
            for name in ["one", "other"] {
                let made = try run(["certificates", "make", "--data", temporary.file(name)])
                #expect(made.status == 0, "\(made.output)")
            }
            let certificate = "\(temporary.file("one"))/certificates/server/certificate.pem"
            let key = "\(temporary.file("other"))/certificates/server/key.pem"
            let started = try up(["--https-certificate", certificate, "--https-key", key])
            #expect(started.status != 0)
            #expect(
                started.output.contains("The key \(key) does not belong to the first certificate in \(certificate)")
            )
        }

        @Test func `a name that the authority does not permit ends the start with the reason`() throws {
            defer { temporary.remove() }
            defer { down() }
            #expect(try run(["certificates", "make", "--data", data]).status == 0)
            let started = try up(["--name", "bank.example"])
            #expect(started.status != 0)
            #expect(started.output.contains("cannot certify bank.example"))
        }
    }
}
