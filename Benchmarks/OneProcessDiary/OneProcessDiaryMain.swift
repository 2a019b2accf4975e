import Calendar
import Contracts
import HTTPTypes
import Hummingbird
import NIOCore

/// Baseline for the diary's writes: the route that adds an entry, in one Hummingbird process, with one commit each.
///
/// It stores the same rows as the stack's diary and nothing else. It trusts the user id in the request, stores no
/// replies for retries and publishes no events.
///
/// Usage: `OneProcessDiary PORT DATABASE`.
@main
enum OneProcessDiaryMain {
    private static let bodyMax = 1 << 20

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 2, let port = Int(words[0]) else {
            print("usage: OneProcessDiary PORT DATABASE")
            return
        }
        let application = Application(
            router: router(of: try EntryFile(path: words[1])),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            // One thread per processor, the best setting for one process.
            eventLoopGroupProvider: .singleton
        )
        try await application.runService()
    }

    private static func router(of file: EntryFile) -> Router<BasicRequestContext> {
        let router = Router()
        router.post("/v1/diary/days/{date}/entries") { request, context -> Response in
            guard let user = user(of: request), let date = context.parameters.get("date").flatMap(PlainDate.init) else {
                throw HTTPError(.badRequest)
            }
            var body = try await request.body.collect(upTo: bodyMax)
            let bytes = body.readBytes(length: body.readableBytes) ?? []
            let stored = try await file.add(try PayloadCoder.decode(NewEntry.self, from: bytes), on: date, of: user)
            return Response(
                status: .created,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try PayloadCoder.encode(stored)))
            )
        }
        return router
    }

    private static func user(of request: Request) -> UserID? {
        request.headers[.authorization].flatMap { UserID(String($0.dropFirst("Bearer ".count))) }
    }
}
