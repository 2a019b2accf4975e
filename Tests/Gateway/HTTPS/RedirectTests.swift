import Foundation
import Gateway
import Glibc
import HTTPServer
import HTTPTestServer
import Hummingbird
import ServerCertificates
import TestSupport
import Testing

/// The plain port while HTTPS is on.
@Suite(.timeLimit(.minutes(5)))
struct RedirectTests {
    /// Sends requests one after the other, and passes the responses on as lowercase text.
    private static func ask(
        _ requests: [String],
        publicURL: String? = nil,
        port: Int = 8_443,
        _ trust: TrustPages? = nil
    ) async throws -> [String] {
        let router = Router()
        router.get("/health/live") { _, _ in "live" }
        router.get("/v1/days") { _, _ in "secret" }
        router.post("/v1/auth/login") { _, _ in "secret" }
        let responder = RedirectResponder(router.buildResponder(), trust, port: port, publicURL: publicURL)
        var answers: [String] = []
        try await withServer(responder) { port in
            for request in requests {
                let descriptor = try PlainSocket.connect(port)
                defer { close(descriptor) }
                try PlainSocket.write("\(request)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", to: descriptor)
                answers.append(await PlainSocket.readToEnd(descriptor))
            }
        }
        return answers
    }

    @Test func `a read is redirected to the same host and path`() async throws {
        let answers = try await Self.ask([
            "GET /v1/days?from=1 HTTP/1.1\r\nHost: Food.example.org:8080", "GET / HTTP/1.1\r\nHost: 192.168.1.2",
            "GET / HTTP/1.1\r\nHost: [::1]:8080",
        ])
        #expect(answers.allSatisfy { $0.hasPrefix("http/1.1 308 ") && !$0.contains("secret") })
        #expect(answers[0].contains("location: https://food.example.org:8443/v1/days?from=1\r\n"))
        #expect(answers[1].contains("location: https://192.168.1.2:8443/\r\n"))
        #expect(answers[2].contains("location: https://[::1]:8443/\r\n"))
    }

    @Test func `the default port is left out, and a public address takes precedence`() async throws {
        let request = ["GET /v1/days HTTP/1.1\r\nHost: other"]
        let standard = try await Self.ask(request, port: 443)
        #expect(standard[0].contains("location: https://other/v1/days\r\n"))
        let known = try await Self.ask(request, publicURL: "https://food.example.org/")
        #expect(known[0].contains("location: https://food.example.org/v1/days\r\n"))
    }

    @Test func `a write is refused, because its content was not encrypted`() async throws {
        let answers = try await Self.ask(["POST /v1/auth/login HTTP/1.1\r\nHost: food"])
        #expect(answers[0].hasPrefix("http/1.1 403 "))
        #expect(answers[0].contains("https://food:8443/v1/auth/login"))
        #expect(!answers[0].contains("secret"))
    }

    @Test func `health checks are served`() async throws {
        let answers = try await Self.ask(["GET /health/live HTTP/1.1\r\nHost: food"])
        #expect(answers[0].hasPrefix("http/1.1 200 "))
        #expect(answers[0].hasSuffix("live"))
    }

    @Test(arguments: ["evil.example/path", "a b", "user@host", "x\"y"])
    func `an invalid host is not repeated`(host: String) async throws {
        let answers = try await Self.ask(["GET / HTTP/1.1\r\nHost: \(host)"])
        #expect(answers[0].hasPrefix("http/1.1 400 "))
        #expect(!answers[0].contains("location:"))
    }

    @Test func `the page of the certificate authority has its fingerprint and no script`() async throws {
        let certificate = try TestCertificate()
        defer { certificate.remove() }
        let trust = try TrustPages(authority: certificate.files.authorityCertificate)
        #expect(try certificate.files.authority()?.fingerprint == trust.fingerprint)
        let answers = try await Self.ask(
            (TrustPages.paths + ["/trust/other"]).map { "GET \($0) HTTP/1.1\r\nHost: food" },
            trust
        )
        #expect(TrustPages.paths == ["/trust", "/trust/mealwire-ca.crt", "/trust/mealwire-ca.pem"])
        #expect(answers.dropLast().allSatisfy { $0.hasPrefix("http/1.1 200 ") })
        #expect(answers[0].contains(trust.fingerprint.lowercased()))
        #expect(answers[0].contains("content-security-policy: default-src 'none';"))
        #expect(answers[0].contains("certificate trust settings"))
        #expect(!answers[0].contains("<script"))
        #expect(answers[1].contains("content-type: application/x-x509-ca-cert"))
        let pem = try String(contentsOfFile: certificate.files.authorityCertificate, encoding: .utf8)
        #expect(answers[2].hasSuffix(pem.lowercased()))
        #expect(answers[3].hasPrefix("http/1.1 308 "))
    }

    @Test func `a file without a certificate is reported`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = try directory.write("ca.pem", "nothing")
        #expect(throws: CertificateFailure.self) { try TrustPages(authority: path) }
    }
}
