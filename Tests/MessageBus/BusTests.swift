import Contracts
import MessageBus
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BusTests {
    private static func worker(_ fixture: BusFixture, _ name: String = "worker", capacity: Int = 8) -> MessageBus {
        let bus = fixture.bus(name)
        bus.serve(
            Echo.service,
            capacity: capacity,
            [
                .inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: name) },
                .handle(EchoUser.self) { request, context in
                    Echo.Reply(text: "\(request.text) for \(try context.user())", instance: name)
                },
            ]
        )
        return bus
    }

    @Test func `a call is answered through the broker`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let reply = try await client.call(Echo(text: "ї🍌\"\\"), .own())
                #expect(reply == Echo.Reply(text: "ї🍌\"\\", instance: "worker"))
            }
        }
    }

    @Test func `many concurrent calls each get their own answer`() async throws {
        try await BusFixture.run { fixture in
            let workers = [Self.worker(fixture, "a"), Self.worker(fixture, "b")]
            try await fixture.withClient(workers) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<500 {
                        group.addTask {
                            let reply = try await client.call(Echo(text: "\(number)"), .own())
                            #expect(reply.text == "\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a header that is too long is refused and uses no capacity`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture, capacity: 2)]) { client in
                for _ in 0..<5 {
                    let quotes = String(repeating: "\"", count: 5_000)
                    let context = RequestContext(
                        id: .make(),
                        principal: nil,
                        idempotencyKey: nil,
                        deadline: .after(milliseconds: 5_000),
                        traceparent: quotes
                    )
                    let error = await #expect(throws: ServiceError.self) {
                        try await client.call(Echo(text: "x"), context)
                    }
                    #expect(error?.code == .malformed)
                }
                let reply = try await client.call(Echo(text: "there is room"), .own())
                #expect(reply.text == "there is room")
            }
        }
    }

    @Test func `a method for users is refused without a principal and gets it otherwise`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let error = await #expect(throws: ServiceError.self) {
                    try await client.call(EchoUser(text: "x"), .own())
                }
                #expect(error?.code == .unauthenticated)
                let principal = Principal(user: .make(), roles: [.user], session: .make())
                let reply = try await client.call(EchoUser(text: "x"), .own(principal: principal))
                #expect(reply.text == "x for \(principal.user)")
            }
        }
    }

    @Test(arguments: [
        ("echo.say", "no json", ErrorCode.malformed), ("echo.say", #"{"text":1}"#, .malformed),
        ("echo.say", #"{"text":"a","more":1}"#, .malformed), ("echo.say", #"{"text":"a"}{"#, .malformed),
        ("echo.say", "", .malformed), ("echo.say", "\u{0}", .malformed), ("echo.nothing", "{}", .unknownMethod),
        ("echo.say", #"{"sex":"male","age":30}"#, .malformed),
    ])
    func `a bad payload is answered with a reason, and the worker goes on`(
        method: String,
        payload: String,
        code: ErrorCode
    ) async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let error = await #expect(throws: ServiceError.self) {
                    try await client.forward(
                        Method(method, of: Echo.service, .read, .anyone),
                        payload: Array(payload.utf8),
                        .own()
                    )
                }
                #expect(error?.code == code)
                let next = try await client.call(Echo(text: "still there"), .own())
                #expect(next.text == "still there")
            }
        }
    }

    @Test func `a service can call only the services in its call graph`() async throws {
        try await BusFixture.run { fixture in
            let caller = fixture.bus("profile-1", callees: [.calculator])
            try await fixture.withClient([Self.worker(fixture), caller]) { _ in
                let error = await #expect(throws: ServiceError.self) {
                    try await caller.call(Echo(text: "x"), .own())
                }
                #expect(error?.code == .internalError)
                #expect(error?.message == "profile-1 may not call echo.")
            }
        }
    }

    @Test func `a payload above a megabyte is refused before it is sent`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let big = [UInt8](repeating: 0x20, count: MessageLimits.payloadMax + 1)
                let error = await #expect(throws: ServiceError.self) {
                    try await client.forward(Echo.method, payload: big, .own())
                }
                #expect(error?.code == .tooLarge)
                let text = String(repeating: "x", count: MessageLimits.payloadMax - 200)
                let reply = try await client.call(Echo(text: text), .own())
                #expect(reply.text.count == text.count)
            }
        }
    }

    @Test func `an answer above a megabyte becomes an error`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("big")
            let text = String(repeating: "x", count: MessageLimits.payloadMax)
            worker.serve(Echo.service, capacity: 1, [.inline(Echo.self) { _, _ in .init(text: text, instance: "big") }])
            try await fixture.withClient([worker]) { client in
                let error = await #expect(throws: ServiceError.self) { try await client.call(Echo(text: ""), .own()) }
                #expect(error?.code == .tooLarge)
            }
        }
    }

    @Test func `a call without workers fails as unavailable, or as deadlineExceeded if its time is shorter`()
        async throws
    {
        try await BusFixture.run { fixture in
            try await fixture.withClient([]) { client in
                let late = await #expect(throws: ServiceError.self) {
                    try await client.call(Echo(text: ""), .own(timeoutMs: 100))
                }
                #expect(late?.code == .deadlineExceeded)
                let absent = await #expect(throws: ServiceError.self) { try await client.call(Echo(text: ""), .own()) }
                #expect(absent?.code == .unavailable)
            }
        }
    }

    @Test func `a cancelled call cancels the worker's task`() async throws {
        try await BusFixture.run { fixture in
            let (started, startedSign) = AsyncStream.makeStream(of: Void.self)
            let (cancelled, cancelledSign) = AsyncStream.makeStream(of: Void.self)
            let worker = fixture.bus("slow")
            worker.serve(
                Echo.service,
                capacity: 1,
                [
                    .handle(Echo.self) { _, _ in
                        let never = AsyncStream<Void> { _ in }
                        startedSign.yield()
                        for await _ in never {}
                        cancelledSign.yield()
                        return Echo.Reply(text: "", instance: "")
                    }
                ]
            )
            try await fixture.withClient([worker]) { client in
                let call = Task { try await client.call(Echo(text: ""), .own()) }
                for await _ in started { break }
                call.cancel()
                for await _ in cancelled { break }
                await #expect(throws: ServiceError.self) { try await call.value }
            }
        }
    }

    @Test func `published events reach the subscribers of their topic`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([]) { client in
                let events = client.subscribe("topic.a")
                let publisher = client.publishing([("topic.b", "no"), ("topic.a", "yes")])
                for await event in events {
                    #expect(event == Array("yes".utf8))
                    break
                }
                publisher.cancel()
            }
        }
    }
}
