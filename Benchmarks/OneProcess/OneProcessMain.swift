import Calendar
import Contracts
import EnergyFormulas
import Hummingbird
import NIOCore

/// Baseline: the stack's route and calculation in one Hummingbird process.
///
/// Usage: `OneProcess PORT`.
@main
enum OneProcessMain {
    static func main() async throws {
        guard let port = CommandLine.arguments.dropFirst().first.flatMap(Int.init) else {
            print("usage: OneProcess PORT")
            return
        }
        let router = Router()
        router.post("/v1/calculator/target") { request, _ -> Response in
            var body = try await request.body.collect(upTo: 1 << 20)
            let bytes = body.readBytes(length: body.readableBytes) ?? []
            let input = try PayloadCoder.decode(CalculatorTarget.self, from: bytes)
            let target = try TargetCalculation.target(of: input, today: PlainDate(dayNumber: 20_000))
            // Foundation's encoder, so that results of all versions have one yardstick.
            let payload = try PayloadCoder.encodeByFoundation(target)
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: payload))
            )
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            // One thread per processor, the best setting for one process.
            eventLoopGroupProvider: .singleton
        )
        try await application.runService()
    }
}
