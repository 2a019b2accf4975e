import Calendar
import Contracts
import EnergyFormulas
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
import Glibc
#endif

/// Baseline for one hop: the stack's route in two Hummingbird processes with HTTP over a Unix socket in between.
///
/// The front uses `HopClient`, which is faster than a general client: the stack is compared with the fastest HTTP hop.
///
/// Usage: `HTTPHop back SOCKET`, then `HTTPHop front PORT SOCKET`.
@main
enum HTTPHopMain {
    private static let path = "/v1/calculator/target"
    private static let bodyMax = 1 << 20
    /// Equals the benchmark's connections; with fewer, requests would wait for one another.
    private static let connectionsMax = 64

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

    private static func run<Context: Hummingbird.RequestContext>(_ router: Router<Context>, _ address: BindAddress)
        async throws
    where Context.Source == ApplicationRequestContextSource {
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: address),
            eventLoopGroupProvider: .singleton
        )
        try await application.runService()
    }

    /// Calculates the target, as `OneProcess` does.
    private static func back() -> Router<BasicRequestContext> {
        let router = Router()
        router.post(RouterPath(path)) { request, _ -> Response in
            var body = try await request.body.collect(upTo: bodyMax)
            let bytes = body.readBytes(length: body.readableBytes) ?? []
            let input = try PayloadCoder.decode(CalculatorTarget.self, from: bytes)
            let target = try TargetCalculation.target(of: input, today: PlainDate(dayNumber: 20_000))
            return response(.ok, ByteBuffer(bytes: try PayloadCoder.encodeByFoundation(target)))
        }
        return router
    }

    /// Forwards bodies in both directions without parsing them, as the gateway does.
    private static func front(socket: String) -> Router<FrontContext> {
        let client = HopClient(
            socket: socket,
            eventLoops: Array(MultiThreadedEventLoopGroup.singleton.makeIterator()),
            connectionsMax: connectionsMax
        )
        let router = Router(context: FrontContext.self)
        router.post(RouterPath(path)) { request, context -> Response in
            let body = try await request.body.collect(upTo: bodyMax)
            let answer = try await client.post(path, body, on: context.eventLoop)
            return response(.init(code: Int(answer.status.code)), answer.body)
        }
        return router
    }

    private static func response(_ status: HTTPResponse.Status, _ body: ByteBuffer) -> Response {
        Response(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
    }
}

/// A request context with the event loop of the connection.
private struct FrontContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    let eventLoop: any EventLoop

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        eventLoop = source.channel.eventLoop
    }
}
