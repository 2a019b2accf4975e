import Calendar
import Contracts
import MessageBus
import Observability
import TestSupport
import Testing

/// Tests the methods that every service has: ping, info and stats.
@Suite(.timeLimit(.minutes(5)))
struct InspectionTests {
    private static func worker(_ fixture: BusFixture) -> MessageBus {
        let bus = fixture.bus("echo-1")
        bus.serve(
            Echo.service,
            capacity: 4,
            [
                .inline(Echo.self) { request, _ in
                    guard !request.text.isEmpty else { throw ServiceError(.invalid, "Say something.") }
                    return Echo.Reply(text: request.text, instance: "echo-1")
                },
                .handle(EchoOnce.self) { _, _ in
                    let never = AsyncStream<Void> { _ in }
                    for await _ in never {}
                    throw CancellationError()
                },
            ]
        )
        return bus
    }

    private static func stats(_ client: MessageBus) async throws -> ServiceStats.Reply {
        try await client.call(ServiceStats.method(of: Echo.service), ServiceStats(), .own())
    }

    private static func stats(of method: Method, _ client: MessageBus) async throws -> MethodStats {
        let all = try await stats(client).methods
        return try #require(all.first { $0.name == method.name })
    }

    @Test func `info returns the process, its version and the service's own methods`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let before = Timestamp.now()
                let info: ServiceInfo.Reply = try await client.call(
                    ServiceInfo.method(of: Echo.service),
                    ServiceInfo(),
                    .own()
                )
                #expect(info.service == Echo.service)
                #expect(info.instance == "echo-1")
                #expect(info.version == Release.version)
                #expect(info.startedAt <= before)
                #expect(info.methods == [MethodInfo(Echo.method), MethodInfo(EchoOnce.method)])
            }
        }
    }

    @Test func `stats count requests, errors and durations, but not the inspection requests`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let fresh = try await Self.stats(of: Echo.method, client)
                #expect(fresh.requests == 0)
                #expect(fresh.lastUs == nil)
                for text in ["a", "b", ""] { _ = try? await client.call(Echo(text: text), .own()) }
                _ = try? await client.forward(Echo.method, payload: Array("no json".utf8), .own())
                _ = try await client.call(Ping.method(of: Echo.service), Ping(), .own(), as: Ping.Reply.self)
                let stats = try await Self.stats(client)
                #expect(stats.instance == "echo-1")
                #expect(stats.capacity == 4)
                #expect(stats.methods.map(\.name) == [Echo.method.name, EchoOnce.method.name])
                let echo = try #require(stats.methods.first)
                #expect(echo.requests == 4)
                #expect(echo.errors == 2)
                #expect(echo.inFlight == 0)
                let (last, maximum) = (try #require(echo.lastUs), try #require(echo.maximumUs))
                #expect(last <= maximum)
                #expect(maximum <= echo.totalUs)
            }
        }
    }

    @Test func `a running request is in flight, and counted after it has ended`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let call = Task { try await client.call(EchoOnce(text: "x"), .own()) }
                try await eventually("the call is in flight", is: 1) {
                    try await Self.stats(of: EchoOnce.method, client).inFlight
                }
                let busy = try await Self.stats(client)
                #expect(busy.inFlight == 1)
                #expect(busy.methods.map(\.requests) == [0, 0])
                call.cancel()
                try await eventually("no call is in flight", is: 0) {
                    try await Self.stats(of: EchoOnce.method, client).inFlight
                }
                let ended = try await Self.stats(of: EchoOnce.method, client)
                #expect(ended.requests == 1)
                #expect(ended.errors == 1)
            }
        }
    }

    @Test func `any caller may ping, but users get neither info nor stats`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let context = RequestContext.own(
                    principal: Principal(user: .make(), roles: [.admin], session: .make())
                )
                let ping = Ping.method(of: Echo.service)
                _ = try await client.call(ping, Ping(), context, as: Ping.Reply.self)
                for method in [ServiceInfo.method(of: Echo.service), ServiceStats.method(of: Echo.service)] {
                    let error = await #expect(throws: ServiceError.self) {
                        try await client.call(method, Empty(), context, as: Empty.self)
                    }
                    #expect(error?.code == .forbidden)
                }
            }
        }
    }
}
