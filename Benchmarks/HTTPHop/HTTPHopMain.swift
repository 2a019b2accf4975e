import AsyncHTTPClient
import Contracts
import EnergyFormulas
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

#if canImport(Glibc)
import Glibc
#endif

/// The yardstick for the hop: the set's route as people usually split it in two, a front that passes the request on by
/// HTTP over a Unix socket to a second Hummingbird process, which calculates.
///
/// Usage: `HTTPHop back SOCKET`, then `HTTPHop front PORT SOCKET`.
@main
enum HTTPHopMain {
    private static let path = "/v1/calculator/target"
    private static let bodyMax = 1 << 20

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("back", 2): try await run(back(), .unixDomainSocket(path: words[1]))
        case ("front", 3):
            try await run(front(socket: words[2]), .hostname("127.0.0.1", port: Int(words[1]) ?? 0))
        default:
            print("usage: HTTPHop back SOCKET | front PORT SOCKET")
            exit(64)
        }
    }

    private static func run(_ router: Router<BasicRequestContext>, _ address: BindAddress) async throws {
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: address),
            eventLoopGroupProvider: .singleton
        )
        try await application.runService()
    }

    /// Calculates, as `OneProcess` does.
    private static func back() -> Router<BasicRequestContext> {
        let router = Router()
        router.post(RouterPath(path)) { request, _ -> Response in
            var body = try await request.body.collect(upTo: bodyMax)
            let bytes = body.readBytes(length: body.readableBytes) ?? []
            let input = try PayloadCoder.decode(CalculatorTarget.self, from: bytes)
            let target = try TargetCalculation.target(of: input, today: PlainDate(dayNumber: 20_000))
            return response(.ok, ByteBuffer(bytes: try PayloadCoder.encode(target)))
        }
        return router
    }

    /// Passes bodies on and back without looking into them, as the gateway does.
    private static func front(socket: String) -> Router<BasicRequestContext> {
        let url = "http+unix://\(socket.replacing("/", with: "%2F"))\(path)"
        var configuration = HTTPClient.Configuration.singletonConfiguration
        // As many connections as there are callers; the usual eight would hold it back.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let router = Router()
        router.post(RouterPath(path)) { request, _ -> Response in
            var hop = HTTPClientRequest(url: url)
            hop.method = .POST
            hop.headers.add(name: "Content-Type", value: "application/json")
            hop.body = .bytes(try await request.body.collect(upTo: bodyMax))
            let answer = try await client.execute(hop, timeout: .seconds(5))
            return response(.init(code: Int(answer.status.code)), try await answer.body.collect(upTo: bodyMax))
        }
        return router
    }

    private static func response(_ status: HTTPResponse.Status, _ body: ByteBuffer) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }
}
