import Foundation
import Gateway
import Glibc
import HTTPTestServer
import TestSupport
import Testing

/// The paths that are answered with the page of the web app.
@Suite(.timeLimit(.minutes(5)))
struct WebAppPagesTests {
    /// The examples that the test of the worker has, too.
    private struct Examples: Decodable {
        let screens: [String]
        let others: [String]

        static func read() throws -> Examples {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Fixtures/page-paths.json").standardizedFileURL
            return try JSONDecoder().decode(Examples.self, from: Data(contentsOf: file))
        }
    }

    private static let page = "<title>the page</title>"

    private static func ask(_ method: String, _ path: String, _ port: UInt16) async throws -> String {
        let connection = try PlainSocket.connect(port)
        defer { close(connection) }
        let head = "\(method) \(path) HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
        try PlainSocket.write(head, to: connection)
        return await PlainSocket.readToEnd(connection)
    }

    private static func withApp(_ body: (UInt16) async throws -> Void) async throws {
        let app = try WebAppFiles(["index.html": Array(page.utf8), "worker.js": Array("self;".utf8)])
        try await withServer(IdleGateway.router(logger: .silent, webApp: app), body)
    }

    @Test func `every path that may be a screen gets the page, and no other one`() async throws {
        let examples = try Examples.read()
        try await Self.withApp { port in
            for path in examples.screens {
                let answer = try await Self.ask("GET", path, port)
                #expect(answer.hasPrefix("http/1.1 200 ") && answer.hasSuffix(Self.page), "\(path): \(answer)")
                #expect(answer.contains("\r\ncache-control: no-cache\r\n"), "\(path): \(answer)")
            }
            for path in examples.others {
                let answer = try await Self.ask("GET", path, port)
                #expect(!answer.contains(Self.page), "\(path): \(answer)")
            }
        }
    }

    @Test func `a path below those of the gateway stays an error of the API`() async throws {
        try await Self.withApp { port in
            for path in ["/v1/nothing", "/v1", "/docs/nothing", "/health", "/trust", "/app", "/favicon.ico"] {
                let answer = try await Self.ask("GET", path, port)
                #expect(answer.hasPrefix("http/1.1 404 "), "\(path): \(answer)")
                #expect(answer.contains("\"code\":\"notfound\""), "\(path): \(answer)")
            }
            let other = try await Self.ask("GET", "/v1/auth/login", port)
            #expect(other.hasPrefix("http/1.1 405 "), "\(other)")
        }
    }

    @Test func `HEAD gets the head of the page, and other methods get no page`() async throws {
        try await Self.withApp { port in
            for path in ["/", "/day/2026-11-22", "/nothing"] {
                let head = try await Self.ask("HEAD", path, port)
                #expect(head.hasPrefix("http/1.1 200 ") && head.hasSuffix("\r\n\r\n"), "\(path): \(head)")
                #expect(head.contains("\r\ncontent-length: \(Self.page.utf8.count)\r\n"), "\(path): \(head)")
                for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
                    let answer = try await Self.ask(method, path, port)
                    #expect(answer.hasPrefix("http/1.1 404 "), "\(method) \(path): \(answer)")
                }
            }
        }
    }

    @Test func `without the app, no path gets a page`() async throws {
        try await withServer(IdleGateway.router(logger: .silent)) { port in
            for path in ["/", "/day/2026-11-22"] {
                let answer = try await Self.ask("GET", path, port)
                #expect(answer.hasPrefix("http/1.1 404 "), "\(path): \(answer)")
            }
        }
    }

    @Test func `the examples that are no screens have the first segment of each route`() throws {
        func segments(_ paths: [String]) -> Set<Substring> {
            Set(paths.compactMap { $0.split(separator: "/").first })
        }
        let routes = try ListedRoute.all(logger: .silent).map(\.path) + WebAppRoutes.paths + TrustPages.paths
        #expect(segments(routes).subtracting(segments(try Examples.read().others)).isEmpty)
    }
}
