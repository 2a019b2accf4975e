import Gateway
import Glibc
import HTTPTestServer
import TestSupport
import Testing

/// Requests with methods other than those of a route.
@Suite(.timeLimit(.minutes(5)))
struct MethodTests {
    private static func ask(_ method: String, _ path: String, _ port: UInt16) async throws -> String {
        let connection = try PlainSocket.connect(port)
        defer { close(connection) }
        let head = "\(method) \(path) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
        try PlainSocket.write(head, to: connection)
        return await PlainSocket.readToEnd(connection)
    }

    @Test func `every other method on a known path gets 405 with the allowed methods`() async throws {
        try await withServer(IdleGateway.router(logger: .silent)) { port in
            for method in ["TRACE", "OPTIONS", "PROPFIND", "QUERY", "LOCK", "POST", "DELETE"] {
                let answer = try await Self.ask(method, "/health/live", port)
                #expect(answer.hasPrefix("http/1.1 405 "), "\(method): \(answer)")
                #expect(answer.contains("\r\nallow: get, head\r\n"), "\(method): \(answer)")
                #expect(answer.contains("\"code\":\"methodnotallowed\""), "\(method): \(answer)")
            }
            let get = try await Self.ask("GET", "/v1/auth/login", port)
            #expect(get.hasPrefix("http/1.1 405 ") && get.contains("\r\nallow: post\r\n"), "\(get)")
            let head = try await Self.ask("HEAD", "/v1/auth/login", port)
            #expect(head.hasPrefix("http/1.1 405 ") && head.contains("\r\nallow: post\r\n"), "\(head)")
            let variable = try await Self.ask("TRACE", "/v1/foods/0192f0c0-0000-7000-8000-000000000000", port)
            #expect(variable.contains("\r\nallow: get, head, patch, delete\r\n"), "\(variable)")
        }
    }

    @Test func `an unknown path gets 404 whatever the method is`() async throws {
        try await withServer(IdleGateway.router(logger: .silent)) { port in
            for method in ["GET", "TRACE", "DELETE", "PROPFIND"] {
                let answer = try await Self.ask(method, "/v1/nothing", port)
                #expect(answer.hasPrefix("http/1.1 404 "), "\(method): \(answer)")
            }
        }
    }

    @Test(arguments: ["/health/live", "/legal/privacy", "/docs", "/openapi.json", "/v1/profile", "/v1/events"])
    func `HEAD gets the head of GET without a body`(path: String) async throws {
        try await withServer(IdleGateway.router(logger: .silent)) { port in
            let get = try await Self.ask("GET", path, port)
            let head = try await Self.ask("HEAD", path, port)
            func lines(_ answer: String) -> [Substring] {
                answer.prefix { $0 != "{" && $0 != "<" }.split(separator: "\r\n").filter { !$0.hasPrefix("date:") }
            }
            #expect(head.hasSuffix("\r\n\r\n"), "\(head)")
            #expect(lines(head) == lines(get), "\(head)")
        }
    }
}
