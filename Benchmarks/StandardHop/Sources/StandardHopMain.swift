import AsyncHTTPClient
import Foundation
import Hummingbird

/// Baseline for a common HTTP hop: a Hummingbird process that forwards bodies with AsyncHTTPClient's default settings.
///
/// It connects over a Unix socket to `HTTPHop back`, which calculates.
///
/// Usage: `StandardHop PORT SOCKET`.
@main
enum StandardHopMain {
    private static let path = "/v1/calculator/target"
    private static let bodyMax = 1 << 20

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3, let port = Int(words[1]) else {
            print("usage: StandardHop PORT SOCKET")
            exit(64)
        }
        guard let back = URL(httpURLWithSocketPath: words[2], uri: path)?.absoluteString else {
            print("\(words[2]) is not a path.")
            exit(64)
        }
        let application = Application(
            router: front(back),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            eventLoopGroupProvider: .singleton
        )
        try await application.runService()
    }

    private static func front(_ back: String) -> Router<BasicRequestContext> {
        let router = Router()
        router.post(RouterPath(path)) { request, _ -> Response in
            let body = try await request.body.collect(upTo: bodyMax)
            var onward = HTTPClientRequest(url: back)
            onward.method = .POST
            onward.headers.add(name: "Content-Type", value: "application/json")
            onward.body = .bytes(body)
            let answer = try await HTTPClient.shared.execute(onward, timeout: .seconds(5))
            return Response(
                status: .init(code: Int(answer.status.code)),
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: try await answer.body.collect(upTo: bodyMax))
            )
        }
        return router
    }
}
